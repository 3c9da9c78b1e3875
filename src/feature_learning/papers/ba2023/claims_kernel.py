"""Evidence on kernel ridge regression: the staircase, and the spike that a degree needs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.finite_n import REACH
from feature_learning.papers.ba2023.half_points import Rise, predicted_exponent, predicted_exponents
from feature_learning.papers.ba2023.model import DEGREES
from feature_learning.papers.ba2023.rises import kernel_rise, kernel_runs
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named

_D = 256
_SIZES = (256, 1024)
_FAR = (32768.0, 131072.0)
_STEP = "he1-he4"


def _risk(tables: Tables, target: str, gammas: Sequence[float], d: int = _D) -> np.ndarray:
    """The risk with its control variate, shape (seeds, gammas)."""
    return by_seed(kernel_runs(tables, target=target, d=d), "risk", "gamma", gammas).to_numpy()


def krr_staircase_finite_n(tables: Tables) -> Evidence:
    """The risk minus the equivalent given the seed's own projections, at every gamma."""
    parts = []
    for d, target in itertools.product(_SIZES, ("mix", "he2-he3", _STEP)):
        runs = tables.runs("kernel_ridge", d=d, target=target)
        found = by_seed(runs.assign(gap=runs["risk"] - runs["risk_equivalent"]), "gap", "gamma")
        parts.append(
            Evidence(
                found.to_numpy(),
                [f"{target}, d = {d}, {point}" for point in named("gamma", list(found.columns))],
            )
        )
    return Evidence.joined(parts)


def krr_staircase_plateau(tables: Tables) -> Evidence:
    """The risk on the wide step against its limit."""
    gammas, parts = [0.5, 0.55, 0.6], []
    for d in _SIZES:
        names = [f"d = {d}, {point}" for point in named("gamma", gammas)]
        parts.append(Evidence(_risk(tables, _STEP, gammas, d), names, np.full(len(gammas), 0.5)))
    return Evidence.joined(parts)


def krr_staircase_plateau_flat(tables: Tables) -> Evidence:
    """The fall of the risk on the step minus a quarter of that beyond it."""
    parts = []
    for d in _SIZES:
        first, last, beyond = _risk(tables, _STEP, [0.4, 0.6, 0.9], d).T
        parts.append((f"d = {d}", (first - last) - (last - beyond) / 4))
    return Evidence.stacked(parts)


def krr_staircase_monotone(tables: Tables) -> Evidence:
    """The differences of the risk between neighbouring values of gamma."""
    gammas = [0.1, 0.25, 0.4, 0.55, 0.7, 0.9]
    names = [f"gamma = {low:g} to {high:g}" for low, high in itertools.pairwise(gammas)]
    falls = {name: -np.diff(_risk(tables, name, gammas)) for name in ("mix", "he2-he3")}
    return Evidence.joined([Evidence(fall, [f"{name}, {point}" for point in names]) for name, fall in falls.items()])


def krr_staircase_nothing_learned(tables: Tables) -> Evidence:
    """The risk up to gamma = 0.25 for the target without a linear part."""
    gammas = [0.0, 0.1, 0.25]
    return Evidence(_risk(tables, "he2-he3", gammas), named("gamma", gammas))


def krr_staircase_converges(tables: Tables) -> Evidence:
    """The largest change, from one d to the next, of the equivalent's distance from the limit."""
    frame, gammas = tables.theory("staircase", target="mix"), [0.25, 0.58, 0.8]
    changes = []
    for gamma in gammas:
        own = frame[frame["gamma"] == gamma].set_index("d")
        distance = (own["risk"] - own["limit"]).abs()[[1e4, 1e6, 1e9, 1e12]]
        changes.append(float(np.diff(distance).max()))
    return Evidence.exact(changes, named("gamma", gammas))


def _least(name: str) -> int:
    """The smallest d at which a degree's half point is on the grid."""
    return 256 if DEGREES[name] == 4 else 64


def _finite(tables: Tables, name: str) -> pd.DataFrame:
    return tables.theory("kernel_half", target=name).dropna(subset="half")


def krr_theta_half_finite_n(tables: Tables) -> Evidence:
    """The logarithm of the half point of each degree against the equivalent at finite n."""
    rises = {name: kernel_rise(tables, name, _least(name), 1024) for name in DEGREES}
    predicted = [np.log(at_points(_finite(tables, name), "half", "d", rise.d.tolist())) for name, rise in rises.items()]
    names = [f"j = {DEGREES[name]}, d = {d:g}" for name, rise in rises.items() for d in rise.d]
    return _together(list(rises.values()), names, np.concatenate, np.concatenate(predicted))


def _together(
    rises: list[Rise],
    names: Sequence[str],
    combine: Callable[[list[np.ndarray]], np.ndarray],
    predicted: np.ndarray | None = None,
) -> Evidence:
    """The evidence of numbers computed from the logarithms of several half points."""
    ends = np.cumsum([rise.curves.shape[1] for rise in rises])[:-1]

    def fit(mean: np.ndarray) -> np.ndarray:
        return combine([rise.log_halves(part) for rise, part in zip(rises, np.split(mean, ends), strict=True)])

    return Evidence(np.hstack([rise.curves for rise in rises]), list(names), predicted, fit=fit)


def krr_theta_half_limit(tables: Tables) -> Evidence:
    """Predicted exponents: at finite n for d near 10^5, and for n to infinity from 10^6 on."""
    found = {}
    for name, degree in DEGREES.items():
        frame = tables.theory("kernel_half", target=name)
        if degree > 1:
            found[f"j = {degree}, d = 32768 to 131072"] = (predicted_exponent(frame, *_FAR), degree)
        found[f"j = {degree}, d from 1e6 on"] = (
            predicted_exponent(frame, REACH, math.inf, "half_wide"),
            degree,
        )
    values = [value for value, _ in found.values()]
    limits = [1 - 1 / degree for _, degree in found.values()]
    return Evidence.exact(values, list(found), limits)


def krr_theta_half_rises(tables: Tables) -> Evidence:
    """The smallest increase of the local exponent at finite n, over factors of 4 in d."""
    increases = []
    for name in ("he3", "he4"):
        frame = _finite(tables, name)
        exponents = predicted_exponents(frame[frame["d"].isin([256, 1024, 4096, 16384, 65536])])
        increases.append(float(exponents["exponent"].diff().min()))
    return Evidence.exact(increases, ["j = 3", "j = 4"])


def krr_theta_half_ordered(tables: Tables) -> Evidence:
    """The gap between the half points of neighbouring degrees, the smallest over d."""
    pairs = list(itertools.pairwise(DEGREES))
    rises = [kernel_rise(tables, name, _least(high), 1024) for low, high in pairs for name in (low, high)]
    names = [f"j = {DEGREES[low]} to {DEGREES[high]}" for low, high in pairs]

    def gaps(halves: list[np.ndarray]) -> np.ndarray:
        return np.array([(high - low).min() for low, high in zip(halves[::2], halves[1::2], strict=True)])

    return _together(rises, names, gaps)


def _exponent(tables: Tables, name: str, least: int, predicted: float) -> Evidence:
    rise = kernel_rise(tables, name, least, 1024)
    return Evidence(rise.curves, ["exponent"], np.array([predicted]), fit=rise.exponent)


def krr_theta_half_linear(tables: Tables) -> Evidence:
    """The exponent in d of the spike that half of H_1 needs."""
    return _exponent(tables, "he1", 64, 0.0)


def krr_theta_half_quadratic(tables: Tables) -> Evidence:
    """The exponent in d of the spike that half of H_2 needs."""
    return _exponent(tables, "he2", 64, 0.5)


def krr_theta_half_cubic(tables: Tables) -> Evidence:
    """The exponent in d of the spike that half of H_3 needs, against the equivalent at finite n."""
    return _exponent(tables, "he3", 256, predicted_exponent(_finite(tables, "he3"), 256, 1024))


def krr_theta_half_degree_moves_kernel(tables: Tables) -> Evidence:
    """The logarithm of the spike at which half of H_4 is learned minus that of H_2."""
    rises = [kernel_rise(tables, name, 256, 1024) for name in ("he2", "he4")]
    return _together(rises, named("d", [int(d) for d in rises[0].d]), lambda halves: halves[1] - halves[0])
