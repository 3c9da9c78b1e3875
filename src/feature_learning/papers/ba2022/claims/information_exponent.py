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
