"""Evidence for talk-lines: one criterion for kernel and network, a risk of 1/4."""

from collections.abc import Callable, Sequence

import numpy as np

from feature_learning.papers.ba2023.shared.thresholds import Threshold, learned_at, threshold
from feature_learning.statistics import Evidence, Tables

_SIZES = (256, 512)
_RISE = (128, 256, 512)
_HIGHEST = {"he1-he4": 4, "he2-he4": 4, "he2-he3": 3}
_SQUARE = ("he2-he4", "he2-he3", "he2")


def _fitted(
    thresholds: Sequence[Threshold],
    names: Sequence[str],
    combine: Callable[[np.ndarray], np.ndarray],
) -> Evidence:
    """Return the evidence of numbers computed from the gammas of several thresholds."""
    ends = np.cumsum([one.curves.shape[1] for one in thresholds])[:-1]

    def fit(mean: np.ndarray) -> np.ndarray:
        parts = zip(thresholds, np.split(mean, ends), strict=True)
        return combine(np.array([learned_at(one.gammas, part) for one, part in parts]))

    return Evidence(np.hstack([one.curves for one in thresholds]), names, fit=fit)


def _above(tables: Tables, method: str, edges: dict[str, float]) -> Evidence:
    """Return by how much the gamma of risk 1/4 exceeds an edge, for each target and d."""
    points = [(target, d) for target in edges for d in _SIZES]
    shifts = np.array([edges[target] for target, _ in points])
    return _fitted(
        [threshold(tables, method, target, d) for target, d in points],
        [f"{target}, d = {d}" for target, d in points],
        lambda gammas: gammas - shifts,
    )


def kernel_necessary(tables: Tables) -> Evidence:
    edges = {target: 1 - 1 / highest for target, highest in _HIGHEST.items()}
    rivals = {"he1-he4": -0.75, "he2-he4": -0.25, "he2-he3": -0.17}
    found = _above(tables, "kernel", edges)
    return found.against([rivals[target] for target in edges for _ in _SIZES])


def network_sufficient(tables: Tables) -> Evidence:
    rivals = {"he2-he4": 0.31, "he2-he3": 0.16, "he2": np.nan}
    found = _above(tables, "network", dict.fromkeys(_SQUARE, 0.5))
    return found.against([rivals[target] for target in _SQUARE for _ in _SIZES])


def _slopes(gammas: np.ndarray) -> np.ndarray:
    """Return the exponents of theta = d^gamma over the sizes, one for each row of gammas."""
    logs = np.log(np.array(_RISE, dtype=float))
    centred = logs - logs.mean()
    return (gammas * logs) @ centred / (centred @ centred)


def _rise(tables: Tables, targets: Sequence[str]) -> list[Threshold]:
    return [threshold(tables, "network", target, d) for target in targets for d in _RISE]


def network_linear(tables: Tables) -> Evidence:
    return _fitted(_rise(tables, ["he1-he4"]), ["exponent"], lambda gammas: _slopes(gammas[None]))


def degree_free(tables: Tables) -> Evidence:
    def difference(gammas: np.ndarray) -> np.ndarray:
        joint, pure = _slopes(gammas.reshape(2, -1))
        return np.array([joint - pure])

    return _fitted(_rise(tables, ["he2-he4", "he2"]), ["H_2 + H_4 minus H_2"], difference)
