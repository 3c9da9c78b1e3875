"""Evidence for information-exponent."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_TARGETS = ["he1", "he1-he3", "he2", "he2-he3", "he3"]


_FROM = 128  # smaller dimensions are drawn only


_LIMIT = 0.505**0.5  # half of the inputs activate a neuron, and labels have the square 1.01


def _runs(tables: Tables, target: str) -> pd.DataFrame:
    return tables.runs("information_exponent", target=target)


def _large(tables: Tables) -> list[int]:
    return [int(d) for d in sorted(tables.runs("information_exponent")["d"].unique()) if d >= _FROM]


def _slopes(tables: Tables, value: str, targets: Sequence[str]) -> Evidence:
    """Return the slopes of mean curves against d, one for each target."""
    curves = [by_seed(_runs(tables, target), value, "d") for target in targets]
    sizes = curves[0].columns.to_numpy(dtype=float)

    def fit(curve: np.ndarray) -> np.ndarray:
        return np.array([loglog_slope(sizes, part) for part in np.split(curve, len(targets))])

    return Evidence(np.hstack(curves), [f"slope of {target}" for target in targets], fit=fit)


def norm(tables: Tables) -> Evidence:
    sizes = np.sort(tables.runs("information_exponent")["d"].unique())
    slopes = []
    for target in ("he1", "he2", "he3"):
        predicted = tables.theory("information_exponent", target=target).set_index("d")["norm"]
        slopes.append(loglog_slope(sizes.astype(float), predicted[sizes].to_numpy()))
    return Evidence.exact(slopes, named("k", [1, 2, 3]), [0.0, -0.5, -1.0])


def noise(tables: Tables) -> Evidence:
    sizes, parts = _large(tables), []
    for target in _TARGETS:
        matrix = by_seed(_runs(tables, target), "scaled_error", "d", sizes).to_numpy()
        parts.append(Evidence(matrix, [f"{target}, {point}" for point in named("d", sizes)], np.full(len(sizes), _LIMIT)))
    return Evidence.joined(parts)


def noise_flat(tables: Tables) -> Evidence:
    return _slopes(tables, "error", _TARGETS)


def align_theory(tables: Tables) -> Evidence:
    sizes, parts = _large(tables), []
    for target in _TARGETS:
        predicted = tables.theory("information_exponent", target=target)
        parts.append(against_theory(_runs(tables, target), predicted, "alignment", "d", sizes, symbol="d", of=target))
    return Evidence.joined(parts)


def only_k1(tables: Tables) -> Evidence:
    return _slopes(tables, "alignment", ["he1", "he1-he3"])


def not_k2(tables: Tables) -> Evidence:
    return _slopes(tables, "alignment", ["he2", "he2-he3", "he3"])
