"""Risks after one step, spectra, and trained networks."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd

from feature_learning.papers.ba2022.model import NO_STEP, THREE_ROOT, StepLaw
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, quantity

_SMALL_STEPS = {"samples": ("small_step_samples", "psi1"), "widths": ("small_step_widths", "psi2")}
_LEAST_GAIN = 0.01
_WITH_BIASES = {"relu": [16.0, 32.0], "softplus": [32.0], "he1-he3": [16.0, 32.0]}  # and n/d
_RIDGE = 0.01  # the paper's of figure 1


def risk(tables: Tables) -> Quantity:
    """Risk after one step, by step and n/d."""
    runs, theory = (_named(read("step_sizes")) for read in (tables.runs, tables.theory))
    by = ("step", "psi1")
    return of_runs(runs, "risk", by, "step_sizes").predicted_by(exact(theory, "risk", by))


def bound(tables: Tables) -> Quantity:
    """The bound on kernels."""
    return exact(tables.theory("step_sizes"), "bound", [])


def risk_over_bound(tables: Tables) -> Quantity:
    """Risk over the bound on kernels, by step and n/d."""
    return risk(tables).over(tables.value("step_sizes", "bound"))


def risk_by_width(tables: Tables) -> Quantity:
    """Risk after a large step at one n/d and N/d, by step and d."""
    found = of_runs(_named(tables.runs("step_widths")), "risk", ("step", "d"), "step_widths")
    return found.predicted_by(predicted_by_width(tables))


def predicted_by_width(tables: Tables) -> Quantity:
    """The prediction of this risk, by step and d."""
    return exact(_named(tables.theory("step_widths")), "risk", ("step", "d"))


def small_steps_over_bound(tables: Tables) -> Quantity:
    """The same after the steps N^alpha with alpha up to 1/4."""
    steps = [step.name for step in _powers(tables) if step.alpha <= 0.25]
    return risk_over_bound(tables).at(step=steps)


def risk_over_smaller_step(tables: Tables) -> Quantity:
    """Risk after a step N^alpha over that after the next smaller one or none, by both and n/d."""
    steps, own = [NO_STEP, *_powers(tables)], risk(tables)
    pairs = [(larger.name, smaller.name) for smaller, larger in pairwise(steps)]
    ratios = [own.at(step=larger).over(own.at(step=smaller)) for larger, smaller in pairs]
    return joined(ratios, step=[f"{larger} over {smaller}" for larger, smaller in pairs])


def _powers(tables: Tables) -> list[StepLaw]:
    """Return the steps N^alpha of the runs, in the order of alpha."""
    return [StepLaw(1.0, alpha) for alpha in tables.values("step_sizes", "alpha", scale=1)]


def _named(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the name of their step."""
    steps = zip(rows["scale"], rows["alpha"], strict=True)
    return rows.assign(step=[StepLaw(*step).name for step in steps])


def trained(tables: Tables, value: str) -> Quantity:
    """A measure of a trained network, by d and parameterisation."""
    return of_runs(tables.runs("trajectories"), value, ("d", "parameterisation"), "trajectories")


def midpoint_gap(tables: Tables) -> Quantity:
    """The training loss half-way between two layers minus the mean of the losses there, in units of
    the labels' mean square, by layer and d.
    """
    return of_runs(tables.runs("midpoints"), "gap", ("layer", "d"), "midpoints")


def risk_beyond_half_of_ntk(tables: Tables) -> Quantity:
    """Risk in mean field minus half of that in the NTK, at the largest d."""
    risks = trained(tables, "risk").at(d="largest")
    mean_field, ntk = (risks.at(parameterisation=name) for name in ("mean-field", "ntk"))
    return mean_field.minus(ntk.over(2.0))


def small_step_risk(tables: Tables, along: str) -> Quantity:
    """Risk after a step of order one, by step and n/d (``samples``) or N/d (``widths``)."""
    experiment, ratio = _SMALL_STEPS[along]
    return quantity(tables, experiment, "risk", ("eta", ratio))


def risk_without_step(tables: Tables, along: str) -> Quantity:
    """The predicted risk without a step at the points of `small_step_risk`; none at eta = 0."""
    experiment, ratio = _SMALL_STEPS[along]
    rows = tables.theory(experiment)
    untrained = rows[rows["eta"] == 0].set_index(ratio)["risk"]
    rows = rows.assign(untrained=rows[ratio].map(untrained).where(rows["eta"] > 0))
    return exact(rows, "untrained", ("eta", ratio))


def small_step_ratio(tables: Tables, along: str) -> Quantity:
    """Risk after a step over that without one, by step and ratio."""
    risks = small_step_risk(tables, along)
    return risks.at(eta=lambda eta: eta > 0).over(risks.at(eta=0.0))


def visible_gain(tables: Tables, along: str) -> Quantity:
    """The same where it is predicted to be a gain of more than a hundredth."""
    ratios = small_step_ratio(tables, along)
    return _kept(ratios, ratios.table()["predicted"] < 1 - _LEAST_GAIN)


def least_gain(tables: Tables) -> Quantity:
    """The smallest predicted gain from a step of order one over all sizes, ridges and steps, by
    student and teacher.
    """
    by = ["student", "teacher"]
    rows = tables.theory("small_step_gain").groupby(by)["gain"].min().reset_index()
    return exact(rows, "gain", by)


def gain_beyond_quarter(tables: Tables) -> Quantity:
    """Relative gain of the step eta = 8 at N/d = 4 minus a quarter of that at N/d = 1/2."""
    gain = small_step_ratio(tables, "widths").at(eta=[8.0]).negative().minus(-1.0)
    return gain.at(psi2=4.0).minus(gain.at(psi2=0.5).over(4.0))


def _kept(found: Quantity, kept: "pd.Series[bool]") -> Quantity:
    """Return the points that are marked."""
    return replace(found, points=found.points.assign(kept=kept.to_numpy())).at(kept=True)


def spike(tables: Tables, value: str) -> Quantity:
    """A number of the spectrum after a step, by teacher and step."""
    return quantity(tables, "spike", value, ("teacher", "eta"))


def dimension(tables: Tables) -> Quantity:
    """The dimension d of the spectra."""
    return exact(tables.runs("spike"), "d", [])


def largest_over_formula(tables: Tables) -> Quantity:
    """Largest singular value over its formula with the run's strength, from 1.5 critical steps."""
    found = spike(tables, "largest").over(spike(tables, "largest_given"))
    return _from_critical(tables, found, 1.5, np.inf)


def alignment_above(tables: Tables) -> Quantity:
    """Overlap of the leading vector with the teacher, from 1.5 critical steps on."""
    return _from_critical(tables, spike(tables, "alignment"), 1.5, np.inf)


def largest_below(tables: Tables) -> Quantity:
    """Largest singular value minus the edge of the bulk, up to 1/1.7 of the critical step."""
    found = spike(tables, "largest").minus(tables.value("spike", "edge"))
    return _from_critical(tables, found, 0.0, 1 / 1.7)


def alignment_below(tables: Tables) -> Quantity:
    """Overlap of the leading vector with the teacher times d, at the same steps."""
    found = spike(tables, "alignment").over(1 / tables.value("spike", "d"))
    return _from_critical(tables, found, 0.0, 1 / 1.7)


def single_outlier(tables: Tables) -> Quantity:
    """The fraction of seeds with one singular value beyond the bulk, by teacher and step."""
    runs, limit = tables.runs("spike"), 1.02 * tables.value("spike", "edge")
    single = (runs["largest"] > limit) & (runs["second"] <= limit)
    found = of_runs(runs.assign(single=single), "single", ("teacher", "eta"), "spike")
    return found.averaged("fraction")


def _from_critical(tables: Tables, found: Quantity, low: float, high: float) -> Quantity:
    """Return the points whose step lies between two multiples of the critical one."""
    theory = tables.theory("spike").drop_duplicates("teacher").set_index("teacher")["critical"]
    multiples = found.points["eta"] / found.points["teacher"].map(theory).astype(float)
    return _kept(found, (multiples >= low) & (multiples <= high))


def bulk(tables: Tables, value: str) -> Quantity:
    """A distance of the spectrum's bulk, by step."""
    return of_runs(_named(tables.runs("bulk")), value, ("step",), "bulk")


def rank_one(tables: Tables) -> Quantity:
    """Distance of the gradient from its rank-one part, by d."""
    return quantity(tables, "rank_one", "distance", ("d",))


def best_risk(tables: Tables, experiment: str = "ridges") -> Quantity:
    """Risk at the best ridge over the bound on kernels, by model and n/d."""
    best = at_best(tables.runs(experiment), "risk", "ridge", ["model", "psi1"])
    risks = of_runs(best, "risk", ("model", "psi1"), experiment)
    return risks.over(tables.value(experiment, "bound"))


def best_risk_over_limit(tables: Tables, experiment: str = "ridges") -> Quantity:
    """The same over its prediction, for the models that have one."""
    limits = best_limit(tables, experiment)
    found = best_risk(tables, experiment).at(model=set(limits.points["model"]).__contains__)
    return found.predicted_by(limits).over_prediction()


def best_limit(tables: Tables, experiment: str = "ridges") -> Quantity:
    """The predicted risk at the best ridge over the bound on kernels, by model and n/d."""
    by = ["model", "psi1"]
    least = tables.theory(experiment).groupby(by)["risk"].min().dropna().reset_index()
    return exact(least, "risk", by).over(tables.value(experiment, "bound"))


def best_even_risk(tables: Tables) -> Quantity:
    """Risk of a kernel on an even target at its best ridge, by d."""
    best = at_best(tables.runs("ridges_even"), "risk", "ridge", ["d"])
    return of_runs(best, "risk", ("d",), "ridges_even")


def best_risk_with_biases(tables: Tables) -> Quantity:
    """Risk of a tanh network with biases at its best ridge over the bound, by teacher and n/d."""
    by = ["teacher", "psi1"]
    runs = at_best(tables.runs("biases", **THREE_ROOT.columns), "risk", "ridge", by)
    law = tables.theory("biases", **THREE_ROOT.columns).groupby(by)["risk"].min().reset_index()
    found = of_runs(_over_bound(tables, runs), "over", ("teacher", "psi1"), "biases")
    return found.predicted_by(exact(_over_bound(tables, law), "over", by))


def risk_with_biases(tables: Tables) -> Quantity:
    """The same at the ridge of figure 1, of other teachers at the n/d of the claim."""
    rows = tables.runs("biases", ridge=_RIDGE, **THREE_ROOT.columns)
    wanted = [psi1 in _WITH_BIASES.get(name, []) for name, psi1 in rows[["teacher", "psi1"]].values]
    return of_runs(_over_bound(tables, rows[wanted]), "over", ("teacher", "psi1"), "biases")


def _over_bound(tables: Tables, rows: pd.DataFrame) -> pd.DataFrame:
    bounds = tables.theory("biases").drop_duplicates("teacher").set_index("teacher")["bound"]
    return rows.assign(over=rows["risk"] / rows["teacher"].map(bounds))
