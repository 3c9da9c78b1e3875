"""The published figures, learning curves and their thresholds."""

import numpy as np

from feature_learning.papers.bietti2022 import best_of_runs, thresholds
from feature_learning.papers.bietti2022.experiments.sgd import cited_samples
from feature_learning.papers.bietti2022.ictp import PUBLISHED
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.summaries import largest_so_far, of_seeds, pooled
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

_RUN = ("s", "d", "n")
_SINGLE = {"links": ("link", "s"), "radial": ("radial", "s"), "signs": ("s", "d", "force_signs")}
_BETWEEN = ((1, 0, 100), (1, 1, 300), (2, 0, 300), (2, 1, 1000))  # s, dimension, n
_FEW = {1: 30, 2: 30, 3: 100}  # samples by s


def talk_run(tables: Tables, value: str) -> Quantity:
    """Largest overlap or least excess risk of the talk's runs on a data set, by s and n."""
    runs = best_of_runs.best(tables.runs("preliminary"), "risk")
    return of_runs(runs, value, ["s", "n"], "preliminary")


def talk_slide(tables: Tables, value: str) -> Quantity:
    """The same on the slide."""
    return exact(PUBLISHED, value, ["s", "n"])


def best_run(tables: Tables, value: str, experiment: str = "learning_curves") -> Quantity:
    """Overlap or risk of the run with the largest overlap, by s, d and n."""
    return of_runs(thresholds.best(tables.runs(experiment)), value, _RUN, experiment)


def best_of_twelve(tables: Tables, value: str) -> Quantity:
    """Largest ``overlap`` or least ``risk`` of twelve runs on a data set with the public code's
    link, by s, d and n.
    """
    runs = best_of_runs.best(tables.runs("poster"), "risk")
    return of_runs(runs, value, _RUN, "poster")


def lead_over_third(tables: Tables) -> Quantity:
    """Best overlap of twelve runs for s = 2 minus that for s = 3 at the largest n, mean over d."""
    best = best_of_runs.best(tables.runs("poster"), "risk")
    best = best[best["n"] == best["n"].max()]
    means = best.groupby(["s", "seed"])["overlap"].mean()
    return of_seeds(means[2] - means[3], "poster", "mean over d")


def null_risk(tables: Tables) -> Quantity:
    """The risk of zero with this link, by s."""
    return predictions(tables, "poster", "null", ("s",))


def lost_to_next(tables: Tables) -> Quantity:
    """Best overlap for s minus that for s + 1 at an n between their thresholds, by s, d and n."""
    overlap, middle = best_run(tables, "overlap"), thresholds.dimensions(tables)
    cells = [(s, middle[k], n) for s, k, n in _BETWEEN]
    parts = [overlap.at(s=s, d=d, n=n).minus(overlap.at(s=s + 1, d=d, n=n)) for s, d, n in cells]
    return joined(parts, **dict(zip(_RUN, zip(*cells, strict=True), strict=True)))


def recovers(tables: Tables) -> Quantity:
    """Fraction of seeds whose best initialisation recovers, by s, d and n."""
    runs = thresholds.recovered(thresholds.best(tables.runs("learning_curves")), *_RUN)
    return of_runs(runs, "recovered", _RUN, "learning_curves").averaged("fraction")


def third_recovers(tables: Tables) -> Quantity:
    """The same for s = 3 and n = 10000 with both middle dimensions in one sample."""
    runs = thresholds.best(tables.runs("learning_curves"))
    runs = runs[runs["d"].isin(thresholds.dimensions(tables))].query("s == 3 and n == 10000")
    hits = runs["overlap"] > RECOVERED
    return pooled(hits, "learning_curves", "both dimensions").averaged("fraction")


def few_recover(tables: Tables) -> Quantity:
    """Fraction of seeds whose best initialisation recovers with few samples for any s and middle
    d.
    """
    runs = thresholds.best(tables.runs("learning_curves"))
    runs = runs[(runs["n"] == runs["s"].map(_FEW)) & runs["d"].isin(thresholds.dimensions(tables))]
    hits = (runs["overlap"] > RECOVERED).groupby(runs["seed"]).any()
    return of_seeds(hits, "learning_curves", "any setting").averaged("fraction")


def single(tables: Tables, experiment: str = "learning_curves") -> Quantity:
    """Fraction of a seed's initialisations that recover, by s, d and n or what else is varied."""
    by = _SINGLE.get(experiment, _RUN)
    return of_runs(thresholds.recovered(tables.runs(experiment), *by), "recovered", by, experiment)


def lost_by_held_out(tables: Tables) -> Quantity:
    """`recovers` minus the same with initialisations chosen by held-out risk, mean over d, by s and
    n.
    """
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


def best_threshold(tables: Tables, reached: bool = False) -> Quantity:
    """The n of the best initialisation over the theorem's, by s and d, or only where all seeds
    recover.
    """
    rows = thresholds.over_theorem(tables)
    rows = rows[~rows["never"]] if reached else rows
    return of_runs(rows, "ratio", ("s", "d"), "learning_curves").averaged("geometric mean")


def best_threshold_over_cited(tables: Tables) -> Quantity:
    """The n of the best initialisation over the order that one pass of SGD needs, by s and d, where
    all seeds recover.
    """
    rows = thresholds.over_theorem(tables)
    rows = rows[~rows["never"]]
    order = [cited_samples(s, d) for s, d in zip(rows["s"], rows["d"], strict=True)]
    rows = rows.assign(ratio=rows["half"] / order)
    return of_runs(rows, "ratio", ("s", "d"), "learning_curves").averaged("geometric mean")


def single_threshold(tables: Tables, level: float) -> Quantity:
    """The n at which the largest fraction of `single` so far reaches a level, by s and d."""
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


def rough_refit(tables: Tables) -> Quantity:
    """The same for random walks as links, geometric mean, by tau and samples."""
    by = ("tau", "samples")
    return quantity(tables, "rough_refit", "excess", by, "geometric mean", growing=True)


def rough_refit_bound(tables: Tables) -> Quantity:
    """The bound's exponent for them, by tau."""
    return predictions(tables, "rough_refit", "exponent", ("tau",))


def refit_bound(tables: Tables) -> Quantity:
    """The bound's exponent of this risk in the samples, by tau."""
    return predictions(tables, "fine_tuning", "exponent", ("tau",))
