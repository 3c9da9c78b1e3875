"""Evidence for krr-theta-half."""

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.finite_n import REACH
from feature_learning.papers.ba2023.shared.half_points import Rise, predicted_exponent, predicted_exponents
from feature_learning.papers.ba2023.shared.model import DEGREES
from feature_learning.papers.ba2023.shared.rises import kernel_rise
from feature_learning.statistics.evidence import Evidence, at_points, named

_FAR = (32768.0, 131072.0)


def _least(name: str) -> int:
    """The smallest d at which a degree's half point is on the grid."""
    return 256 if DEGREES[name] == 4 else 64


def _finite(tables: Tables, name: str) -> pd.DataFrame:
    return tables.theory("kernel_half", target=name).dropna(subset="half")


def finite_n(tables: Tables) -> Evidence:
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


def limit(tables: Tables) -> Evidence:
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


def rises(tables: Tables) -> Evidence:
    increases = []
    for name in ("he3", "he4"):
        frame = _finite(tables, name)
        exponents = predicted_exponents(frame[frame["d"].isin([256, 1024, 4096, 16384, 65536])])
        increases.append(float(exponents["exponent"].diff().min()))
    return Evidence.exact(increases, ["j = 3", "j = 4"])


def ordered(tables: Tables) -> Evidence:
    pairs = list(itertools.pairwise(DEGREES))
    rises = [kernel_rise(tables, name, _least(high), 1024) for low, high in pairs for name in (low, high)]
    names = [f"j = {DEGREES[low]} to {DEGREES[high]}" for low, high in pairs]

    def gaps(halves: list[np.ndarray]) -> np.ndarray:
        return np.array([(high - low).min() for low, high in zip(halves[::2], halves[1::2], strict=True)])

    return _together(rises, names, gaps)


def _exponent(tables: Tables, name: str, least: int, predicted: float) -> Evidence:
    rise = kernel_rise(tables, name, least, 1024)
    return Evidence(rise.curves, ["exponent"], np.array([predicted]), fit=rise.exponent)


def linear(tables: Tables) -> Evidence:
    return _exponent(tables, "he1", 64, 0.0)


def quadratic(tables: Tables) -> Evidence:
    return _exponent(tables, "he2", 64, 0.5)


def cubic(tables: Tables) -> Evidence:
    return _exponent(tables, "he3", 256, predicted_exponent(_finite(tables, "he3"), 256, 1024))


def degree_moves_kernel(tables: Tables) -> Evidence:
    rises = [kernel_rise(tables, name, 256, 1024) for name in ("he2", "he4")]
    return _together(rises, named("d", [int(d) for d in rises[0].d]), lambda halves: halves[1] - halves[0])
