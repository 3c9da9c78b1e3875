"""The quantities of this paper's claims."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd

from feature_learning.papers.ba2022.shared.model import NO_STEP, THREE_ROOT, StepLaw
from feature_learning.papers.ba2022.shared.series import cubic
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity
from feature_learning.statistics.terms import Term

SYMBOLS = {
    "psi1": "n/d",
    "psi2": "N/d",
    "step": "",
    "model": "",
    "teacher": "",
    "target": "",
    "parameterisation": "",
}
_SMALL_STEPS = {"samples": ("small_step_samples", "psi1"), "widths": ("small_step_widths", "psi2")}
_LEAST_GAIN = 0.01
_WITH_BIASES = {"relu": [16.0, 32.0], "softplus": [32.0], "he1-he3": [16.0, 32.0]}  # and n/d
_RIDGE = 0.01  # the paper's of figure 1
_NOISE_LIMIT = 0.505**0.5  # half of the inputs activate a neuron, and labels have the square 1.01
_ORDERS = {"he1": 1, "he2": 2, "he2-he3": 2, "he3": 3}


def risk(tables: Tables) -> Quantity:
    """Risk after one step, by step and n/d."""
    runs, theory = (_named(read("step_sizes")) for read in (tables.runs, tables.theory))
    by = ("step", "psi1")
    return of_runs(runs, "risk", by, "step_sizes").predicted_by(exact(theory, "risk", by))


def bound(tables: Tables) -> Quantity:
    """The bound on kernels."""
    return _number(tables.value("step_sizes", "bound"))


def risk_over_bound(tables: Tables) -> Quantity:
    """Risk over the bound on kernels, by step and n/d."""
    return risk(tables).over(tables.value("step_sizes", "bound"))


def small_steps_over_bound(tables: Tables) -> Quantity:
    """The same after the steps N^alpha with alpha up to 1/4."""
    steps = [step for step in _powers(tables) if step.alpha <= 0.25]
    return risk_over_bound(tables).at(step=[step.name for step in steps])


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


def _number(value: float) -> Quantity:
    return exact(pd.DataFrame({"value": [value]}), "value", [])


def trained(tables: Tables, value: str) -> Quantity:
    """A measure of a trained network, by d and parameterisation."""
    return of_runs(tables.runs("trajectories"), value, ("d", "parameterisation"), "trajectories")


def risk_beyond_half_of_ntk(tables: Tables) -> Quantity:
    """Risk in mean field minus half of that in the NTK, at the largest d."""
    risks = trained(tables, "risk").at(d="largest")
    mean_field, ntk = (risks.at(parameterisation=name) for name in ("mean-field", "ntk"))
    return mean_field.minus(ntk.over(2.0))


# Small steps


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


def gain_beyond_quarter(tables: Tables) -> Quantity:
    """Relative gain of the step eta = 8 at N/d = 4 minus a quarter of that at N/d = 1/2."""
    gain = small_step_ratio(tables, "widths").at(eta=[8.0]).negative().minus(-1.0)
    return gain.at(psi2=4.0).minus(gain.at(psi2=0.5).over(4.0))


def _kept(found: Quantity, kept: "pd.Series[bool]") -> Quantity:
    """Return the points that are marked."""
    return replace(found, points=found.points.assign(kept=kept.to_numpy())).at(kept=True)


# Spectra


def spike(tables: Tables, value: str) -> Quantity:
    """A number of the spectrum after a step, by teacher and step."""
    return quantity(tables, "spike", value, ("teacher", "eta"))


def dimension(tables: Tables) -> Quantity:
    """The dimension d of the spectra."""
    return _number(tables.value("spike", "d"))


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


# The best ridge


def best_risk(tables: Tables) -> Quantity:
    """Risk at the best ridge over the bound on kernels, by model and n/d."""
    best = at_best(tables.runs("ridges"), "risk", "ridge", ["model", "psi1"])
    risks = of_runs(best, "risk", ("model", "psi1"), "ridges")
    return risks.over(tables.value("ridges", "bound"))


def best_risk_over_limit(tables: Tables) -> Quantity:
    """Risk at the best ridge and n/d = 8 over its prediction, by kernel."""
    theory = tables.theory("ridges", psi1=8.0).groupby("model")["risk"].min()
    limits = (theory.dropna() / tables.value("ridges", "bound")).rename("limit").reset_index()
    kernels = limits[limits["model"].isin(best_risk(tables).points["model"])]
    found = best_risk(tables).at(psi1=8.0, model=kernels["model"].tolist())
    return found.over(exact(kernels, "limit", ["model"]))


def best_even_risk(tables: Tables) -> Quantity:
    """Risk of a kernel on an even target at its best ridge, by d."""
    best = at_best(tables.runs("ridges_even"), "risk", "ridge", ["d"])
    return of_runs(best, "risk", ("d",), "ridges_even")


def best_risk_with_biases(tables: Tables) -> Quantity:
    """Risk of a tanh network with biases at its best ridge over the bound, by teacher and n/d."""
    runs = tables.runs("biases", bias=1, **THREE_ROOT.columns)
    rows = at_best(runs, "risk", "ridge", ["teacher", "psi1"])
    return of_runs(_over_bound(tables, rows), "over", ("teacher", "psi1"), "biases")


def risk_with_biases(tables: Tables) -> Quantity:
    """The same at the ridge of figure 1, of other teachers at the n/d of the claim."""
    rows = tables.runs("biases", bias=1, ridge=_RIDGE, **THREE_ROOT.columns)
    wanted = [psi1 in _WITH_BIASES.get(name, []) for name, psi1 in rows[["teacher", "psi1"]].values]
    return of_runs(_over_bound(tables, rows[wanted]), "over", ("teacher", "psi1"), "biases")


def _over_bound(tables: Tables, rows: pd.DataFrame) -> pd.DataFrame:
    bounds = tables.theory("biases").drop_duplicates("teacher").set_index("teacher")["bound"]
    return rows.assign(over=rows["risk"] / rows["teacher"].map(bounds))


# Information exponents


def gradient(tables: Tables, value: str) -> Quantity:
    """A number of the first gradient at n of order d, by target and d."""
    return quantity(tables, "information_exponent", value, ("target", "d"))


def scaled_error(tables: Tables) -> Quantity:
    """Error of the first gradient in units of the root of d/n, which has one limit for all d."""
    found = gradient(tables, "scaled_error")
    limits = found.points.assign(limit=_NOISE_LIMIT)
    return found.predicted_by(exact(limits, "limit", ["target", "d"]))


def exponent_of_norm(tables: Tables) -> Quantity:
    """Exponent in d of the predicted norm of the gradient's mean, by target."""
    norms = predictions(tables, "information_exponent", "norm", ("target", "d"))
    sizes = tables.values("information_exponent", "d")
    found = norms.at(target=["he1", "he2", "he3"], d=sizes).exponent("d")
    orders = [(1 - _ORDERS[target]) / 2 for target in found.points["target"]]
    return found.predicted_by(exact(found.points.assign(order=orders), "order", ["target"]))


def required_error(tables: Tables) -> Quantity:
    """Relative error of the gradient at n of order d^k, by target and d."""
    return of_runs(tables.runs("required_samples"), "relative", ("target", "d"), "required_samples")


def exponent_of_measured_norm(tables: Tables) -> Quantity:
    """Exponent in d of the measured norm of the gradient's mean minus that of the theorem."""
    norms = of_runs(tables.runs("gradient_norms"), "product", ("target", "d"), "gradient_norms")
    found = norms.exponent("d").over(2.0)
    return found.minus(np.array([(1 - _ORDERS[target]) / 2 for target in found.points["target"]]))


# The Hermite series of the gradient


def signal(tables: Tables) -> Quantity:
    """The gradient's entry along the teacher without its term along w, by overlap rho."""
    return quantity(tables, "series", "signal", ("rho",))


def entry(tables: Tables) -> Quantity:
    """The gradient's entry itself, by overlap rho; predicted is the one without that term."""
    return quantity(tables, "series", "first", ("rho",), predicted="signal")


def coefficients(tables: Tables, series: str) -> Quantity:
    """Coefficients of a cubic in rho through the mean signal, over those of a series, by power."""
    curve, theory = signal(tables), tables.theory("series")
    known = cubic(theory["rho"].to_numpy(), theory[series].to_numpy())
    at = curve.points["rho"].to_numpy(dtype=float)

    def term(i: int) -> Term:
        return Term(tuple(range(len(at))), lambda mean: float(cubic(at, mean)[i] / known[i]))

    terms = tuple(term(i) for i in range(len(known)))
    points = pd.DataFrame({"i": range(len(known))})
    return replace(curve, points=points, terms=terms, prediction=None)
