"""Evidence for information-exponent."""

import numpy as np
import pandas as pd

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    at_points,
    by_seed,
    loglog_slope,
    named,
    slopes_of_means,
)

_TARGETS = ("he1", "he1-he3", "he2", "he2-he3", "he3")
_FROM = 128  # smaller dimensions are drawn only
_LIMIT = 0.505**0.5  # half of the inputs activate a neuron, and labels have the square 1.01


def _curve(tables: Tables, target: str, value: str, sizes: list[int] | None = None) -> pd.DataFrame:
    return by_seed(tables.runs("information_exponent", target=target), value, "d", sizes)


def _large(tables: Tables) -> list[int]:
    return [d for d in tables.values("information_exponent", "d") if d >= _FROM]


def _slopes(tables: Tables, value: str, *targets: str) -> Evidence:
    """Return the slopes of mean curves against d."""
    return slopes_of_means(
        {f"slope of {target}": _curve(tables, target, value) for target in targets}
    )


def norm(tables: Tables) -> Evidence:
    sizes, slopes = tables.values("information_exponent", "d"), []
    for target in ("he1", "he2", "he3"):
        theory = tables.theory("information_exponent", target=target)
        norms = at_points(theory, "norm", "d", sizes)
        slopes.append(loglog_slope(np.array(sizes, dtype=float), norms))
    return Evidence.exact(slopes, named("k", [1, 2, 3]), [0.0, -0.5, -1.0])


def noise(tables: Tables) -> Evidence:
    sizes = _large(tables)
    limits = np.full(len(sizes), _LIMIT)
    return Evidence.joined(
        [
            Evidence.of(_curve(tables, target, "scaled_error", sizes), "d", target, limits)
            for target in _TARGETS
        ]
    )


def noise_flat(tables: Tables) -> Evidence:
    return _slopes(tables, "error", *_TARGETS)


def align_theory(tables: Tables) -> Evidence:
    runs, theory = tables.runs("information_exponent"), tables.theory("information_exponent")
    sizes = _large(tables)
    found = against_theory_by("target", _TARGETS, runs, theory, "alignment", "d", sizes, symbol="d")
    return found.against(np.tile(1 / np.array(sizes), len(_TARGETS)))


def only_k1(tables: Tables) -> Evidence:
    return _slopes(tables, "alignment", "he1", "he1-he3")


def not_k2(tables: Tables) -> Evidence:
    return _slopes(tables, "alignment", "he2", "he2-he3", "he3")


_ORDERS = {"he1": 1, "he2": 2, "he2-he3": 2, "he3": 3}


def required(tables: Tables) -> Evidence:
    return slopes_of_means(
        {
            f"k = {k}, {target}": by_seed(
                tables.runs("required_samples", target=target), "relative", "d"
            )
            for target, k in _ORDERS.items()
        }
    )


def norm_measured(tables: Tables) -> Evidence:
    curves = [
        by_seed(tables.runs("gradient_norms", target=target), "product", "d") for target in _ORDERS
    ]
    sizes = [part.columns.to_numpy(dtype=float) for part in curves]
    ends = np.cumsum([len(at) for at in sizes])[:-1]
    shifts = (np.array([*_ORDERS.values()]) - 1) / 2

    def fit(mean: np.ndarray) -> np.ndarray:
        parts = zip(sizes, np.split(mean, ends), strict=True)
        return shifts + [loglog_slope(at, part) / 2 for at, part in parts]

    names = [f"k = {k}, {target}" for target, k in _ORDERS.items()]
    return Evidence(np.hstack(curves), names, fit=fit)
