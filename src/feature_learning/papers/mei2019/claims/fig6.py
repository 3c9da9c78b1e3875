"""Evidence for fig6."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.claims import RIDGE, columns, curve, dimensions_of, predicted_of
from feature_learning.papers.mei2019.shared.model import MODELS, TARGETS
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def _gap(tables: Tables, value: str, d: int, ratios: Sequence[float] | None) -> tuple[np.ndarray, list[float]]:
    """Return the paired difference of the models over the prediction, shape (seeds, points), and the points."""
    features, gaussian = (curve(tables, value, RIDGE, d, model) for model in MODELS)
    at = list(ratios or columns(features, lambda ratio: ratio != 1))
    return (features[at] - gaussian[at]).to_numpy() / predicted_of(tables, value, RIDGE, d, at), at


def test(tables: Tables) -> Evidence:
    observed, ratios = _gap(tables, "test", dimensions_of(tables)[-1], None)
    return Evidence(observed, named("N/n", ratios))


def train(tables: Tables) -> Evidence:
    observed, ratios = _gap(tables, "train", dimensions_of(tables)[-1], [0.2, 0.5])
    return Evidence(observed, named("N/n", ratios))


_WIDE = (2.0, 4.0)


def _slopes(dimensions: list[int], by_dimension: list[np.ndarray]) -> Evidence:
    """Return the exponents in d of the absolute means, one for each of `_WIDE`."""
    points = len(_WIDE)

    def fit(mean: np.ndarray) -> np.ndarray:
        curves = np.abs(mean).reshape(len(dimensions), points)
        return np.array([loglog_slope(np.array(dimensions, dtype=float), curve) for curve in curves.T])

    return Evidence(np.hstack(by_dimension), named("N/n", _WIDE), fit=fit)


def gap_shrinks(tables: Tables) -> Evidence:
    dimensions = dimensions_of(tables)
    return _slopes(dimensions, [_gap(tables, "test", d, _WIDE)[0] for d in dimensions])


def _learned(tables: Tables, target: str, d: int, ratios: Sequence[float]) -> np.ndarray:
    return curve(tables, "learned", RIDGE, d, target=target)[list(ratios)].to_numpy()


def h2_not_learned(tables: Tables) -> Evidence:
    ratios = [0.5, *_WIDE]
    return Evidence(_learned(tables, "pure-quadratic", dimensions_of(tables)[-1], ratios), named("N/n", ratios))


def h2_rate(tables: Tables) -> Evidence:
    dimensions = dimensions_of(tables)
    return _slopes(dimensions, [_learned(tables, "pure-quadratic", d, _WIDE) for d in dimensions])


def _fraction(tables: Tables, target: str, ratios: Sequence[float]) -> Evidence:
    parts = []
    for d in dimensions_of(tables):
        predicted = predicted_of(tables, "learned", RIDGE, d, ratios, target)
        names = [f"d = {d}, {name}" for name in named("N/n", ratios)]
        parts.append(Evidence(_learned(tables, target, d, ratios), names, predicted))
    return Evidence.joined(parts)


def h2_theory(tables: Tables) -> Evidence:
    return _fraction(tables, "pure-quadratic", _WIDE)


def linear_learned(tables: Tables) -> Evidence:
    return _fraction(tables, "linear", [0.5, *_WIDE])


def quadratic_not_learned(tables: Tables) -> Evidence:
    parts = []
    for model in MODELS:
        matrix = by_seed(tables.runs("noise", target="pure-quadratic", model=model), "risk", "ratio")
        names = [f"{model}, {point}" for point in named("N/n", list(matrix.columns))]
        parts.append(Evidence(matrix.to_numpy() / TARGETS["pure-quadratic"].beyond(1), names))
    return Evidence.joined(parts)
