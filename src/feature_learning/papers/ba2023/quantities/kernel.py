"""The inputs, the kernel and the network: risks, and the spikes that they need."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.core.setting import Scalar
from feature_learning.papers.ba2023.half_points import (
    controlled_runs,
    half_point,
    local_exponents,
    predicted_exponents,
    with_theta,
)
from feature_learning.papers.ba2023.input_law import bulk_edges
from feature_learning.papers.ba2023.model import DEGREES, target
from feature_learning.papers.ba2023.thresholds import LEVEL
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity
from feature_learning.statistics.terms import composed

_GRID = ("target", "d", "gamma")
_SOLUTION = ["n", "penalty"]
_LEAST_D = {"he4": 256}  # at a smaller d the half point is off the grid


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
    risk = of_runs(with_theta(runs), "risk", ("target", "d", "theta"), "thresholds")
    return risk.transformed(lambda own: 1 / own).crossing("theta", 1 / LEVEL, "log")


def gamma_for_quarter(tables: Tables, method: str) -> Quantity:
    """The gamma of a risk of 1/4, by target and d, that of the kernel predicted by the equivalent
    at finite n.
    """
    theta = strength_for_quarter(tables, method)
    gamma = theta.transformed(np.log).over(np.log(theta.points["d"].to_numpy(dtype=float)))
    if method != "kernel":
        return gamma
    return gamma.predicted_by(predictions(tables, "kernel_thresholds", "gamma", ("target", "d")))


def gamma_beyond_theorem(tables: Tables, method: str) -> Quantity:
    """The gamma of a risk of 1/4 minus that of the theorems, by target and d: 1 - 1/p for the
    kernel, p the highest degree, and 1 - 1/k for the network, k the lowest.
    """
    gamma = gamma_for_quarter(tables, method).predicted_by(None)
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
    """The same, predicted for d to infinity at this ridge."""
    limit = predictions(tables, experiment, "limit", ("target", "gamma"))
    return kernel_risk(tables, experiment).predicted_by(limit)


def ridge_over_penalty(tables: Tables) -> Quantity:
    """The ridge with which the kernel's formula gives the minimiser of its objective, relative to
    the penalty of this objective, by n and penalty; predicted is n.
    """
    runs = tables.runs("minimiser")
    runs = runs.assign(ratio=runs["ridge"] / runs["penalty"], size=runs["n"].astype(float))
    sizes = exact(runs[["n", "penalty", "size"]].drop_duplicates(), "size", _SOLUTION)
    return of_runs(runs, "ratio", _SOLUTION, "minimiser").predicted_by(sizes)


def distance_from_minimiser(tables: Tables, ridge: str = "nearest") -> Quantity:
    """The distance between the kernel's formula and the minimiser of its objective, with the
    ``nearest`` ridge or with the ``printed`` one, the penalty, by n and penalty.
    """
    return of_runs(tables.runs("minimiser"), ridge, _SOLUTION, "minimiser")


def equivalent_on_step(tables: Tables) -> Quantity:
    """The equivalent's risk in the middle of the step that is widest, by d, predicted for d to
    infinity at this ridge.
    """
    risk, limit = (predictions(tables, "plateau", value, ["d"]) for value in ("risk", "limit"))
    return risk.predicted_by(limit)


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
    runs = with_theta(runs[runs["target"].isin(list(DEGREES)) & (runs["d"] >= smallest)])
    runs = runs.assign(degree=runs["target"].map(DEGREES))
    learned = of_runs(runs, "learned", ("degree", "d", "theta"), "kernel_ridge")
    equivalent = equivalent_strength(tables)
    own, power = equivalent.predicted_by(None), equivalent.prediction
    return half_point(learned).predicted_by(own if predicted == "equivalent" else power)


def log_strength_for_half(tables: Tables) -> Quantity:
    """The logarithm of this theta, by degree j and d."""
    return strength_for_half(tables).transformed(np.log)


def local_exponent(tables: Tables) -> Quantity:
    """The exponent of this theta between neighbouring d, by degree j and the geometric mean of the
    two, predicted by the equivalent at finite n.
    """
    measured, equivalent = strength_for_half(tables), equivalent_strength(tables)
    return local_exponents(measured).predicted_by(local_exponents(equivalent))


def least_gap(tables: Tables) -> Quantity:
    """The gap in ln theta between the half points of neighbouring degrees, the smallest for d up to
    1024, by pair of degrees.
    """
    halves = log_strength_for_half(tables).predicted_by(None).at(d=lambda d: d <= 1024)
    pairs = list(itertools.pairwise(DEGREES.values()))
    gaps = [halves.at(degree=high).minus(halves.at(degree=low)) for low, high in pairs]
    return joined([_least(gap) for gap in gaps], degree=[f"{low} to {high}" for low, high in pairs])


def _least(of: Quantity) -> Quantity:
    """Return the smallest of all points, without a prediction."""
    terms = (composed(of.terms, lambda *values: min(values)),)
    return replace(of, points=pd.DataFrame(index=range(1)), terms=terms, prediction=None)


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


def univariate_risk(tables: Tables) -> Quantity:
    """The risk of the best combination of features of one variable, by target, their number and
    bias (1 with biases).
    """
    runs = tables.runs("univariate")
    return of_runs(runs, "risk", ("target", "width", "bias"), "univariate")


def risk_without_biases(tables: Tables) -> Quantity:
    """The risk without biases, by target and gamma, predicted by the floor of features that see z
    and its absolute value only.
    """
    floor = predictions(tables, "biases", "floor", ["target"])
    return risk_by_bias(tables).at(bias=0).predicted_by(floor)


def _at_best_ridge(tables: Tables, experiment: str, by: Sequence[str], **where: Scalar) -> Quantity:
    runs = at_best(tables.runs(experiment, **where), "risk", "ridge", by)
    return of_runs(runs, "risk", by, experiment)
