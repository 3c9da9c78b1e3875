"""Evidence for krr-theta-half."""

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.shared.finite_n import REACH
from feature_learning.papers.ba2023.shared.half_points import (
    Rise,
    predicted_exponent,
    predicted_exponents,
)
from feature_learning.papers.ba2023.shared.model import DEGREES
from feature_learning.papers.ba2023.shared.rises import kernel_rise
from feature_learning.statistics import Evidence, Tables, at_points, named

_FAR = (32768.0, 131072.0)
_LARGEST = 1024


def _least(name: str) -> int:
    """Return the smallest d at which a degree's half point is on the grid."""
    return 256 if DEGREES[name] == 4 else 64


def _finite(tables: Tables, name: str) -> pd.DataFrame:
    return tables.theory("kernel_half", target=name).dropna(subset="half")


def _together(
    rises: Sequence[Rise],
    names: Sequence[str],
    combine: Callable[[list[np.ndarray]], np.ndarray],
    predicted: np.ndarray | None = None,
) -> Evidence:
    """Return the evidence of numbers computed from the logarithms of several half points."""
    ends = np.cumsum([rise.curves.shape[1] for rise in rises])[:-1]

    def fit(mean: np.ndarray) -> np.ndarray:
        parts = zip(rises, np.split(mean, ends), strict=True)
        return combine([rise.log_halves(part) for rise, part in parts])

    return Evidence(np.hstack([rise.curves for rise in rises]), names, predicted, fit=fit)


def finite_n(tables: Tables) -> Evidence:
    rises = {name: kernel_rise(tables, name, _least(name), _LARGEST) for name in DEGREES}
    halves, wide = (
        np.concatenate(
            [
                at_points(_finite(tables, name), column, "d", rise.d.tolist())
                for name, rise in rises.items()
            ]
        )
        for column in ("half", "half_wide")
    )
    names = [f"j = {DEGREES[name]}, d = {d:g}" for name, rise in rises.items() for d in rise.d]
    return _together([*rises.values()], names, np.concatenate, np.log(halves)).against(np.log(wide))


def limit(tables: Tables) -> Evidence:
    exponents: dict[str, tuple[float, float, float]] = {}  # their limits, and the next degree's
    for name, degree in DEGREES.items():
        theory = tables.theory("kernel_half", target=name)
        limits = 1 - 1 / degree, 1 - 1 / (degree + 1)
        if degree > 1:
            finite = predicted_exponent(theory, *_FAR)
            exponents[f"j = {degree}, d = 32768 to 131072"] = finite, *limits
        wide = predicted_exponent(theory, REACH, math.inf, "half_wide")
        exponents[f"j = {degree}, d from 1e6 on"] = wide, *limits
    values, own, others = zip(*exponents.values(), strict=True)
    return Evidence.exact(values, [*exponents], own).against(others)


def rises(tables: Tables) -> Evidence:
    increases = []
    for name in ("he3", "he4"):
        theory = _finite(tables, name)
        theory = theory[theory["d"].isin([256, 1024, 4096, 16384, 65536])]
        increases.append(float(predicted_exponents(theory)["exponent"].diff().min()))
    return Evidence.exact(increases, ["j = 3", "j = 4"])


def ordered(tables: Tables) -> Evidence:
    pairs = list(itertools.pairwise(DEGREES))
    rises = [
        kernel_rise(tables, name, _least(high), _LARGEST)
        for low, high in pairs
        for name in (low, high)
    ]
    names = [f"j = {DEGREES[low]} to {DEGREES[high]}" for low, high in pairs]

    def gaps(halves: list[np.ndarray]) -> np.ndarray:
        neighbours = zip(halves[::2], halves[1::2], strict=True)
        return np.array([(high - low).min() for low, high in neighbours])

    return _together(rises, names, gaps)


def _exponent(tables: Tables, name: str, least: int, predicted: float) -> Evidence:
    rise = kernel_rise(tables, name, least, _LARGEST)
    return Evidence(rise.curves, ["exponent"], np.array([predicted]), fit=rise.exponent)


def linear(tables: Tables) -> Evidence:
    return _exponent(tables, "he1", 64, 0.0)


def quadratic(tables: Tables) -> Evidence:
    return _exponent(tables, "he2", 64, 0.5)


def cubic(tables: Tables) -> Evidence:
    predicted = predicted_exponent(_finite(tables, "he3"), 256, _LARGEST)
    return _exponent(tables, "he3", 256, predicted)


def degree_moves_kernel(tables: Tables) -> Evidence:
    rises = [kernel_rise(tables, name, 256, _LARGEST) for name in ("he2", "he4")]
    sizes = named("d", [int(d) for d in rises[0].d])
    return _together(rises, sizes, lambda halves: halves[1] - halves[0])
