"""Evidence for fig6."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.mei2019.claims import RIDGE, curve, dimensions, predicted, ratios
from feature_learning.papers.mei2019.shared.model import MODELS
from feature_learning.statistics import Evidence, Tables, loglog_slope, named

_WIDE = [2.0, 4.0]


def _gap(tables: Tables, value: str, d: int, points: Sequence[float] | None = None) -> pd.DataFrame:
    """Return the paired difference of the models over the prediction, by default off N = n."""
    features, gaussian = (curve(tables, value, RIDGE, d, model) for model in MODELS)
    points = list(points or ratios(features, lambda ratio: ratio != 1))
    gap = features[points] - gaussian[points]
    return gap.div(predicted(tables, value, RIDGE, d, points))


def test(tables: Tables) -> Evidence:
    return Evidence.of(_gap(tables, "test", dimensions(tables)[-1]), "N/n")


def train(tables: Tables) -> Evidence:
    return Evidence.of(_gap(tables, "train", dimensions(tables)[-1], [0.2, 0.5]), "N/n")


def _slopes(by_dimension: dict[int, pd.DataFrame]) -> Evidence:
    """Return the exponents in d of the absolute means, one for each N/n."""
    sizes = np.array([*by_dimension], dtype=float)
    points = next(iter(by_dimension.values())).columns

    def fit(mean: np.ndarray) -> np.ndarray:
        curves = np.abs(mean).reshape(len(sizes), len(points)).T
        return np.array([loglog_slope(sizes, curve) for curve in curves])

    return Evidence(np.hstack([*by_dimension.values()]), named("N/n", list(points)), fit=fit)


def gap_shrinks(tables: Tables) -> Evidence:
    return _slopes({d: _gap(tables, "test", d, _WIDE) for d in dimensions(tables)})


def _learned(tables: Tables, target: str, d: int, points: Sequence[float]) -> pd.DataFrame:
    return curve(tables, "learned", RIDGE, d, target=target)[list(points)]


def h2_not_learned(tables: Tables) -> Evidence:
    d = dimensions(tables)[-1]
    return Evidence.of(_learned(tables, "pure-quadratic", d, [0.5, *_WIDE]), "N/n")


def h2_rate(tables: Tables) -> Evidence:
    return _slopes({d: _learned(tables, "pure-quadratic", d, _WIDE) for d in dimensions(tables)})


def _fraction(tables: Tables, target: str, points: Sequence[float]) -> Evidence:
    groups = []
    for d in dimensions(tables):
        expected = predicted(tables, "learned", RIDGE, d, points, target)
        learned = _learned(tables, target, d, points)
        groups.append(Evidence.of(learned, "N/n", f"d = {d}", expected))
    return Evidence.joined(groups)


def h2_theory(tables: Tables) -> Evidence:
    return _fraction(tables, "pure-quadratic", _WIDE)


def linear_learned(tables: Tables) -> Evidence:
    return _fraction(tables, "linear", [0.5, *_WIDE])
