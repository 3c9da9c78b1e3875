"""The quantities of this paper's figures, claims and captions."""

import itertools
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.setting import Scalar
from feature_learning.papers.ba2023.shared.averages import half_point, least
from feature_learning.papers.ba2023.shared.half_points import predicted_exponents
from feature_learning.papers.ba2023.shared.input_law import bulk_edges
from feature_learning.papers.ba2023.shared.model import DEGREES, target
from feature_learning.papers.ba2023.shared.rises import controlled_runs
from feature_learning.papers.ba2023.shared.thresholds import LEVEL
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

SYMBOLS = {"degree": "j"}
"""What coordinates are called in the names of points."""
_GRID = ("target", "d", "gamma")
_LEAST_D = {"he4": 256}  # at a smaller d the half point is off the grid
_NEIGHBOURS = {"he1": "he2", "he2": "he3", "he2-he3": "he3", "he3": "he2", "he2-he4": "he2"}


def spectrum(tables: Tables, value: str) -> Quantity:
    """A number of the inputs' sample covariance by d and theta: the largest eigenvalue, the outlier
    ``given`` the spike's realised strength, the squared overlap of the leading vector with the
    spike, or the largest of an ``other`` vector.
    """
    return quantity(tables, "input_spike", value, ("d", "theta"))


def lost_overlap(tables: Tables) -> Quantity:
    """The squared overlap below the threshold, at theta = 0.25, by d; its limit is 0."""
    return spectrum(tables, "overlap").at(theta=0.25).predicted_by(None)


def beyond_bulk(tables: Tables) -> Quantity:
    """The largest eigenvalue minus the upper edge of the limiting bulk, by d and theta."""
    return spectrum(tables, "largest").minus(bulk_edges(tables.value("input_spike", "psi"))[1])


def single_outlier(tables: Tables) -> Quantity:
    """The fraction of seeds with exactly one eigenvalue beyond the bulk, by d and theta."""
    runs = tables.runs("input_spike").assign(single=lambda rows: rows["outside"] == 1)
    return of_runs(runs, "single", ("d", "theta"), "input_spike").averaged("fraction")


def strength_for_quarter(tables: Tables, method: str) -> Quantity:
    """The theta at which a method's risk at its best ridge is 1/4, by target and d."""
    runs = at_best(tables.runs("thresholds", method=method), "risk", "ridge", _GRID)
    risk = of_runs(_with_theta(runs), "risk", ("target", "d", "theta"), "thresholds")
    return risk.transformed(lambda own: 1 / own).crossing("theta", 1 / LEVEL, "log")


def gamma_beyond_theorem(tables: Tables, method: str) -> Quantity:
    """The gamma of a risk of 1/4 minus that of the theorems, by target and d: 1 - 1/p for the
    kernel, p the highest degree, and 1 - 1/k for the network, k the lowest.
    """
    theta = strength_for_quarter(tables, method)
    gamma = theta.transformed(np.log).over(np.log(theta.points["d"].to_numpy(dtype=float)))
    degrees = [target(name).degrees for name in gamma.points["target"]]
    end = max if method == "kernel" else min
    return gamma.minus(np.array([1 - 1 / end(own) for own in degrees]))


def kernel_risk(tables: Tables, experiment: str = "kernel_ridge") -> Quantity:
    """The kernel's risk without its fluctuation with the projections, by target, d and gamma,
    predicted by the equivalent at finite n.
    """
    found = of_runs(controlled_runs(tables, experiment), "risk", _GRID, experiment)
    return found.predicted_by(predictions(tables, experiment, "risk", _GRID))


def kernel_risk_in_limit(tables: Tables, experiment: str = "kernel_ridge") -> Quantity:
    """The same, predicted for d to infinity."""
    limits = "staircase" if experiment == "kernel_ridge" else experiment
    limit = predictions(tables, limits, "limit", ("target", "gamma"))
    return kernel_risk(tables, experiment).predicted_by(limit)


def off_equivalent(tables: Tables) -> Quantity:
    """The kernel's risk minus the equivalent of the same sample, by target, d and gamma."""
    risk, equivalent = (
        of_runs(tables.runs("kernel_ridge"), value, _GRID, "kernel_ridge")
        for value in ("risk", "risk_equivalent")
    )
    return risk.minus(equivalent)


def fall_on_step(tables: Tables) -> Quantity:
    """The fall of the kernel's risk for H_1 + H_4 from gamma = 0.4 to 0.6, on the step, minus a
    quarter of that from 0.6 to 0.9, by d.
    """
    risk = kernel_risk(tables).at(target="he1-he4")
    first, last, beyond = (risk.at(gamma=gamma) for gamma in (0.4, 0.6, 0.9))
    return first.minus(last).minus(last.minus(beyond).over(4))


def change_of_distance(tables: Tables) -> Quantity:
    """The largest change of the distance between equivalent and staircase from one d to the next,
    for d = 1e4, 1e6, 1e9, 1e12, by target and gamma.
    """
    theory = tables.theory("staircase")
    theory = theory[theory["d"].isin([1e4, 1e6, 1e9, 1e12])].sort_values("d")
    theory = theory.assign(distance=(theory["risk"] - theory["limit"]).abs())
    theory["change"] = theory.groupby(["target", "gamma"])["distance"].diff()
    largest = theory.groupby(["target", "gamma"])["change"].max().reset_index()
    return exact(largest, "change", ["target", "gamma"])


def strength_for_half(tables: Tables, predicted: str = "equivalent") -> Quantity:
    """The theta at which the kernel learns half of H_j, by degree j and d, predicted by the
    equivalent at finite n, or as d^(1 - 1/j), the power of the ``limit``.
    """
    runs = controlled_runs(tables, "kernel_ridge")
    smallest = runs["target"].map(_LEAST_D).fillna(0)
    runs = _with_theta(runs[runs["target"].isin(list(DEGREES)) & (runs["d"] >= smallest)])
    runs = runs.assign(degree=runs["target"].map(DEGREES))
    learned = of_runs(runs, "learned", ("degree", "d", "theta"), "kernel_ridge")
    equivalent = equivalent_strength(tables)
    own, power = equivalent.predicted_by(None), equivalent.prediction
    return half_point(learned).predicted_by(own if predicted == "equivalent" else power)


def log_strength_for_half(tables: Tables) -> Quantity:
    """The logarithm of this theta, by degree j and d."""
    return strength_for_half(tables).transformed(np.log)


def least_gap(tables: Tables) -> Quantity:
    """The gap in ln theta between the half points of neighbouring degrees, the smallest for d up to
    1024, by pair of degrees.
    """
    halves = log_strength_for_half(tables).predicted_by(None).at(d=lambda d: d <= 1024)
    pairs = list(itertools.pairwise(DEGREES.values()))
    gaps = [halves.at(degree=high).minus(halves.at(degree=low)) for low, high in pairs]
    return joined([least(gap) for gap in gaps], degree=[f"{low} to {high}" for low, high in pairs])


def equivalent_strength(tables: Tables, n: str = "finite") -> Quantity:
    """The theta at which the equivalent learns half of H_j, by degree j and d; n is finite or
    infinite. Predicted is d^(1 - 1/j), its power in the limit.
    """
    theory = tables.theory("kernel_half")
    theory = theory.assign(degree=theory["target"].map(DEGREES))
    theory["power"] = theory["d"] ** (1 - 1 / theory["degree"])
    half, power = (
        exact(theory.dropna(subset=value), value, ["degree", "d"])
        for value in ("half" if n == "finite" else "half_wide", "power")
    )
    return half.predicted_by(power)


def log_equivalent_strength(tables: Tables, n: str = "finite") -> Quantity:
    """The logarithm of this theta, by degree j and d."""
    return equivalent_strength(tables, n).transformed(np.log)


def least_rise_of_exponent(tables: Tables) -> Quantity:
    """The smallest increase of the equivalent's local exponent over factors of 4 in d, from 256 to
    65536, by degree j.
    """
    theory, rises = tables.theory("kernel_half"), []
    theory = theory[theory["d"].isin([256, 1024, 4096, 16384, 65536])]
    for name, degree in DEGREES.items():
        local = predicted_exponents(theory[theory["target"] == name])["exponent"]
        rises.append({"degree": degree, "rise": local.diff().min()})
    return exact(pd.DataFrame(rises), "rise", ["degree"])


def alignment(tables: Tables, value: str = "alignment") -> Quantity:
    """The squared cosine of neurons and spike after a step, by link, d and gamma; or ``share``, the
    spike's fraction of the pre-activations' variance.
    """
    return quantity(tables, "alignment", value, ("link", "d", "gamma"))


def alignment_formula(tables: Tables) -> Quantity:
    """The formula of the squared cosine, by link, d and gamma."""
    return predictions(tables, "alignment", "alignment", ("link", "d", "gamma"))


def neighbours_formula(tables: Tables) -> Quantity:
    """The formula of a link with another information exponent, by link, d and gamma."""
    theory = tables.theory("alignment").set_index("link")
    rows = [theory.loc[[other]].assign(link=link) for link, other in _NEIGHBOURS.items()]
    return exact(pd.concat(rows), "alignment", ["link", "d", "gamma"])


def lead_of_lower(tables: Tables) -> Quantity:
    """Alignment with a lower information exponent minus that with the next, by links, d and gamma:
    H_1 minus H_2 from gamma = 0.4, and H_2 minus H_3 from 0.6 to 0.8.
    """
    starts = {("he1", "he2"): 0.4, ("he2", "he3"): 0.6}
    own, leads = alignment(tables), []
    for (low, high), start in starts.items():
        lead = own.at(link=low).minus(own.at(link=high))
        leads.append(lead.at(gamma=lambda gamma, start=start: start <= gamma <= 0.8))
    return joined(leads, link=[f"{low} minus {high}" for low, high in starts])


def strength_for_alignment(tables: Tables) -> Quantity:
    """The theta at which neurons are half aligned with the spike, by link and d."""
    runs = _with_theta(tables.runs("alignment"))
    curves = of_runs(runs, "alignment", ("link", "d", "theta"), "alignment")
    return half_point(curves).predicted_by(formula_strength(tables))


def log_strength_for_alignment(tables: Tables) -> Quantity:
    """The logarithm of this theta, by link and d."""
    return strength_for_alignment(tables).transformed(np.log)


def formula_strength(tables: Tables) -> Quantity:
    """The theta at which the formula says so, by link and d."""
    return predictions(tables, "alignment_half", "half", ("link", "d"))


def log_formula_strength(tables: Tables) -> Quantity:
    """The logarithm of this theta, by link and d."""
    return formula_strength(tables).transformed(np.log)


def squared_gradient(tables: Tables) -> Quantity:
    """The squared part of the mean gradient along the spike, by link and the inputs' variance
    there, 1 + theta.
    """
    found = quantity(tables, "amplified", "signal", ("link", "theta"))
    return found.with_coordinate(theta="theta + 1").renamed(theta="variance")


def best_risk(tables: Tables, method: str) -> Quantity:
    """The risk of a method at its best ridge, by target, d and gamma."""
    found = _at_best_ridge(tables, "comparison", _GRID, method=method)
    theory = tables.theory("comparison")
    if method not in theory["method"].to_numpy():
        return found
    best = at_best(theory[theory["method"] == method], "risk", "ridge", _GRID)
    return found.predicted_by(exact(best, "risk", _GRID))


def lead_of_network(tables: Tables) -> Quantity:
    """The kernel's risk minus the network's, both at their best ridges, by target, d and gamma."""
    return best_risk(tables, "kernel").minus(best_risk(tables, "network"))


def gain_from_spike(tables: Tables) -> Quantity:
    """The risk without a spike minus that at gamma = 0.6, by method, target and d."""
    methods = ("kernel", "network")
    risks = [best_risk(tables, method) for method in methods]
    gains = [risk.at(gamma="smallest").minus(risk.at(gamma=0.6)) for risk in risks]
    return joined(gains, method=methods)


def narrow_risk(tables: Tables) -> Quantity:
    """The risk of networks of ``factor d^power`` neurons at their best ridge, by target, factor,
    power and d.
    """
    return _at_best_ridge(tables, "dimensions", ("target", "factor", "power", "d"))


def risk_by_bias(tables: Tables) -> Quantity:
    """The network's risk at its best ridge, by target, bias (1 with biases) and gamma."""
    return _at_best_ridge(tables, "biases", ("target", "bias", "gamma"))


def risk_without_biases(tables: Tables) -> Quantity:
    """The risk without biases, by target and gamma, predicted by the floor of features that see z
    and its absolute value only.
    """
    floor = predictions(tables, "biases", "floor", ["target"])
    return risk_by_bias(tables).at(bias=0).predicted_by(floor)


def _at_best_ridge(tables: Tables, experiment: str, by: Sequence[str], **where: Scalar) -> Quantity:
    runs = at_best(tables.runs(experiment, **where), "risk", "ridge", by)
    return of_runs(runs, "risk", by, experiment)


def _with_theta(runs: pd.DataFrame) -> pd.DataFrame:
    return runs.assign(theta=runs["d"].astype(float) ** runs["gamma"])
