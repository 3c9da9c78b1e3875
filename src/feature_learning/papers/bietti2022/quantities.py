"""The quantities of this paper's figures, claims and captions."""

from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.shared import best_of_runs, flows, thresholds
from feature_learning.papers.bietti2022.shared.ictp import PUBLISHED
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.summaries import (
    geometric_mean_where,
    largest_so_far,
    of_seeds,
    pooled,
)
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

SYMBOLS = {"offsets": "tau", "width_after": "N"}
"""What coordinates are called in the names of points."""
_RUN = ("s", "d", "n")
_SINGLE = {"links": ("link", "s"), "radial": ("radial", "s"), "signs": ("s", "d", "force_signs")}
_BETWEEN = ((1, 0, 100), (1, 1, 300), (2, 0, 300), (2, 1, 1000))  # s, dimension, n
_FEW = {1: 30, 2: 30, 3: 100}  # samples by s
_LARGER = ((1, 1000, 950), (2, 3162, 3000))  # s, n for it, n for s + 1
_OFTEN = 100  # turns
_SPLIT = 0.4  # an end below this is close to the equator
_LEAST = 950  # samples: about d^3 at d = 10
_NEAR = 0.3  # without shared directions, an overlap below this is near the equator


def talk_run(tables: Tables, value: str) -> Quantity:
    """Largest overlap or least excess risk of the talk's runs on a data set, by s and n."""
    runs = best_of_runs.best(tables.runs("preliminary"), "risk")
    return of_runs(runs, value, ["s", "n"], "preliminary")


def talk_slide(tables: Tables, value: str) -> Quantity:
    """The same on the slide."""
    return exact(PUBLISHED, value, ["s", "n"])


def best_run(tables: Tables, value: str) -> Quantity:
    """Overlap or risk of the init with the largest overlap, by s, d and n."""
    return of_runs(thresholds.best(tables.runs("learning_curves")), value, _RUN, "learning_curves")


def lost_to_next(tables: Tables) -> Quantity:
    """Best overlap for s minus that for s + 1 at an n between their thresholds, by s, d and n."""
    overlap, middle = best_run(tables, "overlap"), thresholds.dimensions(tables)
    cells = [(s, middle[k], n) for s, k, n in _BETWEEN]
    parts = [overlap.at(s=s, d=d, n=n).minus(overlap.at(s=s + 1, d=d, n=n)) for s, d, n in cells]
    return joined(parts, **dict(zip(_RUN, zip(*cells, strict=True), strict=True)))


def recovers(tables: Tables) -> Quantity:
    """Fraction of seeds whose best init recovers, by s, d and n."""
    runs = thresholds.recovered(thresholds.best(tables.runs("learning_curves")), *_RUN)
    return of_runs(runs, "recovered", _RUN, "learning_curves").averaged("fraction")


def third_recovers(tables: Tables) -> Quantity:
    """The same for s = 3 and n = 10000 with both middle dimensions in one sample."""
    runs = thresholds.best(tables.runs("learning_curves"))
    runs = runs[runs["d"].isin(thresholds.dimensions(tables))].query("s == 3 and n == 10000")
    hits = runs["overlap"] > RECOVERED
    return pooled(hits, "learning_curves", "both dimensions").averaged("fraction")


def few_recover(tables: Tables) -> Quantity:
    """Fraction of seeds whose best init recovers with few samples for any s and middle d."""
    runs = thresholds.best(tables.runs("learning_curves"))
    runs = runs[(runs["n"] == runs["s"].map(_FEW)) & runs["d"].isin(thresholds.dimensions(tables))]
    hits = (runs["overlap"] > RECOVERED).groupby(runs["seed"]).any()
    return of_seeds(hits, "learning_curves", "any setting").averaged("fraction")


def single(tables: Tables, experiment: str = "learning_curves") -> Quantity:
    """Share of a seed's single inits that recover, by s, d and n or what else is varied."""
    by = _SINGLE.get(experiment, _RUN)
    return of_runs(thresholds.recovered(tables.runs(experiment), *by), "recovered", by, experiment)


def lost_by_held_out(tables: Tables) -> Quantity:
    """`recovers` minus the same with inits chosen by held-out risk, mean over d, by s and n."""
    runs = tables.runs("learning_curves")
    chosen = (pick(runs) for pick in (thresholds.best, thresholds.held_out))
    overlap, held = (thresholds.recovered(each, "s", "n") for each in chosen)
    gap = overlap.set_index(["seed", "s", "n"]) - held.set_index(["seed", "s", "n"])
    return of_seeds(gap["recovered"], "learning_curves")


def threshold_growth(tables: Tables) -> Quantity:
    """Logarithm of the n at which s is recovered over that for s - 1, mean over d, by s."""
    halves = thresholds.thresholds(tables.runs("learning_curves"))
    logs = halves.assign(log=np.log(halves["half"])).groupby(["seed", "s"])["log"].mean()
    return of_seeds(logs.groupby(level="seed").diff().dropna(), "learning_curves")


def single_threshold(tables: Tables, level: float) -> Quantity:
    """The n at which the largest share of `single` so far reaches a level, by s and d."""
    share = single(tables).at(s=[1, 2])  # for s = 3 it stays below one half
    return largest_so_far(share, "n").crossing("n", level, "linear")


def refit_off_theory(tables: Tables) -> Quantity:
    """Size of log10 of the risk after the refit over R(|m|), a seed's median from n = 1000 on."""
    runs = tables.runs("learning_curves").query("n >= 1000")
    runs = runs.assign(distance=np.abs(np.log10(runs["refit"] / runs["predicted"])))
    return of_seeds(runs.groupby("seed")["distance"].median(), "learning_curves", "runs")


def unlearned_over_null(tables: Tables) -> Quantity:
    """The same of that risk over the null risk where |m| is below 0.3."""
    runs = tables.runs("learning_curves").query("n >= 1000 and overlap < 0.3")
    nulls = tables.theory("learning_curves")[["s", "d", "null"]]
    runs = runs.merge(nulls, on=["s", "d"], how="left")
    ratio = runs["refit"] / runs["null"]
    return of_seeds(ratio.groupby(runs["seed"]).median(), "learning_curves", "runs")


def refit(tables: Tables, value: str = "excess", growing: bool = True) -> Quantity:
    """Excess risk of a refit at the target's direction, or its floor, by tau, s and samples."""
    return quantity(tables, "fine_tuning", value, ("tau", "s", "samples"), growing=growing)


def refit_bound(tables: Tables) -> Quantity:
    """The bound's exponent of this risk in the samples, by tau."""
    return predictions(tables, "fine_tuning", "exponent", ("tau",))


def trained_excess(tables: Tables) -> Quantity:
    """Excess risk after fine-tuning at directions that recovered, geometric mean by s and n."""
    runs = tables.runs("fine_tuning_trained", samples=10000)
    runs = runs.assign(hit=runs["overlap"] > RECOVERED)
    return geometric_mean_where(runs, "excess", "hit", ["s", "n"], "fine_tuning_trained")


def turns(tables: Tables) -> Quantity:
    """Fraction of seeds with an init that turns round in the warm-up, by gradient and s."""
    flips = tables.runs("radial").groupby(["radial", "s", "seed"])["flips"].max()
    return of_seeds(flips > 0, "radial").averaged("fraction")


def turns_often(tables: Tables) -> Quantity:
    """Share of a seed's inits that turn round more than a hundred times, by gradient and s."""
    flips = tables.runs("radial").set_index(["radial", "s", "seed"])["flips"]
    return of_seeds((flips > _OFTEN).groupby(level=[0, 1, 2]).mean(), "radial")


def violations(tables: Tables) -> Quantity:
    """Number of grid steps that break monotonicity at infinite width, by s and ridge."""
    return predictions(tables, "landscape", "violations", ("s", "ridge"))


def violated(tables: Tables) -> Quantity:
    """Fraction of seeds with such a step in a random network at ridges from 0.01 on, by s."""
    runs = tables.runs("landscape")
    totals = runs[runs["ridge"] >= 1e-2].groupby(["s", "seed"])["violations"].sum()
    return of_seeds(totals > 0, "landscape").averaged("fraction")


def second_layer_near_equator(tables: Tables) -> Quantity:
    """Size of the best second layer at m = 0 and 0.01 over that at the pole, by s and m."""
    law = tables.theory("landscape", ridge=0.1)
    rows = [
        {"s": s, "m": m, "ratio": float(bad[k])}
        for s, bad in zip(law["s"], law["bad"], strict=True)
        for k, m in enumerate((0.0, 0.01))
    ]
    return exact(pd.DataFrame(rows), "ratio", ["s", "m"])


def concentration(tables: Tables, value: str) -> Quantity:
    """Largest distance of losses or gradients from those at infinite n, by s and n."""
    return quantity(tables, "concentration", value, ("s", "n"))


def escape_exponent(tables: Tables) -> Quantity:
    """Exponent in m of the flow's speed off the equator, by link, ridge and s; predicted 2s - 1."""
    found = predictions(tables, "population_flow", "exponent", ("link", "ridge", "s"))
    law = found.points.assign(law=2 * found.points["s"] - 1)
    return found.predicted_by(exact(law, "law", ["link", "ridge", "s"]))


def width_excess(tables: Tables, method: Literal["features", "network"]) -> Quantity:
    """Excess risk of random features, or of neurons behind a trained direction, by s, tau and N."""
    by = ("s", "offsets", "width_after")
    return quantity(tables, "width", "excess", by, method=method)


def lazy(tables: Tables, value: str) -> Quantity:
    """Distance from kernel ridge regression, or relative movement of the first layer, by N."""
    return quantity(tables, "lazy", value, ("width",))


def pole(tables: Tables) -> Quantity:
    """Fraction of runs of the flow that end at a pole, by s, d, n and n over the theorem's."""
    ends = flows.flows(tables)
    rows = ends.assign(ratio=ends["ratio"].round(2))
    return of_runs(rows, "pole", [*_RUN, "ratio"], "flow").averaged("fraction")


def between(tables: Tables) -> Quantity:
    """Fraction of ends between equator and pole at ten times the theorem's n, all s and d."""
    ends = flows.at_ten(tables)
    found = (ends["overlap"] > _SPLIT) & ~ends["pole"]
    return pooled(found, "flow", "all s and d").averaged("fraction")


def bad_second_layer(tables: Tables) -> Quantity:
    """Size of a bad end's second layer over the median of the good ones with its s, d and n."""
    ends = flows.flows(tables)
    ratios = flows.second_over_good(ends[ends["s"] > 1])
    return pooled(ratios, "flow", "s = 2 and 3").averaged("median")


def bad_overlap(tables: Tables) -> Quantity:
    """Geometric mean of the bad ends' overlap for s = 3 and d = 10, by n."""
    ends = flows.flows(tables)
    ends = ends[(ends["s"] == 3) & (ends["d"] == 10) & (ends["n"] <= flows.largest(tables))]
    return geometric_mean_where(ends.assign(bad=~ends["pole"]), "overlap", "bad", ["n"], "flow")


def lead_over_next(tables: Tables) -> Quantity:
    """Share of runs that end at a pole for s minus that for s + 1 at about the same n, d = 10."""
    ends = of_runs(flows.flows(tables), "pole", _RUN, "flow").at(d=10)
    cells = _LARGER if flows.largest(tables) > 3000 else _LARGER[:1]
    parts = [ends.at(s=s, n=n).minus(ends.at(s=s + 1, n=more)) for s, n, more in cells]
    return joined(parts, s=[s for s, *_ in cells], n=[n for _, n, _ in cells])


def pole_distance_slope(tables: Tables) -> Quantity:
    """Each seed's slope in n of the distance from the pole, for s = 1 and 2 with three n or more;
    NaN where two of its runs did not end there.
    """
    ends = flows.at_poles(flows.flows(tables))
    ends = ends[(ends["d"] == 10) & (ends["n"] >= _LEAST) & (ends["s"] < 3)]
    slopes = {
        (s, seed): flows.slope_in_n(own[own["seed"] == seed])
        for s, own in ends.groupby("s")
        if own["n"].nunique() > 2
        for seed in tables.values("flow", "seed")
    }
    found = pd.Series(slopes).rename_axis(["s", "seed"])
    return of_seeds(found, "flow").averaged("median")


def pole_distance_over_bound(tables: Tables) -> Quantity:
    """Distance from the pole over the theorem's bound at ten times its n, all s and d."""
    ends = flows.at_poles(flows.at_ten(tables))
    ends = ends[ends["bound"] < 0.5]
    return pooled(ends["distance"] / ends["bound"], "flow", "all s and d").averaged("median")


def pole_distance_constant(tables: Tables) -> Quantity:
    """Distance from the pole over V (d - 1)/n at n = 3000, medians, mean over d and s."""
    runs = tables.runs("learning_curves", n=3000).query(f"overlap > {RECOVERED} and s < 3")
    runs = runs[runs["d"].isin(thresholds.dimensions(tables))]
    ratios = runs["n"] * (1 - runs["overlap"]) / ((runs["d"] - 1) * runs["constant"])
    medians = ratios.groupby([runs["seed"], runs["d"], runs["s"]]).median()
    return of_seeds(medians.groupby("seed").mean(), "learning_curves", "d, s pooled")


def untied_mass(tables: Tables) -> Quantity:
    """Part of the second layer, by squares, of neurons at the poles."""
    runs = tables.runs("untied")
    mass = runs["share"].where(runs["overlap"] > RECOVERED, 0.0).groupby(runs["seed"]).sum()
    return of_seeds(mass, "untied", "share of |c|^2")


def untied_between(tables: Tables) -> Quantity:
    """Share of neurons between the equator and the poles."""
    runs = tables.runs("untied")
    found = (runs["overlap"] > _NEAR) & (runs["overlap"] < RECOVERED)
    return of_seeds(found.groupby(runs["seed"]).mean(), "untied", "share of neurons")


def gain_of_passes(tables: Tables) -> Quantity:
    """Share that recovers with many passes minus that with one at its best step, by s and n."""
    by = ["s", "n"]
    once = thresholds.recovered(tables.runs("one_pass", passes="one"), *by, "factor")
    once = at_best(once.assign(missed=-once["recovered"]), "missed", "factor", by)
    many = thresholds.recovered(tables.runs("one_pass", passes="many"), *by)
    parts = [of_runs(runs, "recovered", by, "one_pass") for runs in (many, once)]
    return parts[0].minus(parts[1])


def sgd_samples(tables: Tables) -> Quantity:
    """Samples after which half of the runs of one pass are at the pole, by s and d."""
    return quantity(tables, "sgd_exponent", "samples", ("s", "d"), "geometric mean")


def sgd_cited(tables: Tables) -> Quantity:
    """The cited bound on these samples, by s and d."""
    return predictions(tables, "sgd_exponent", "cited", ("s", "d"))
