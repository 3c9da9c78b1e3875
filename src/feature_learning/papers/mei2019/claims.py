"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.claims_limits import (
    fig2_monotone,
    fig2_overparametrised,
    fig2_underparametrised,
    fig3_monotone,
    fig4_bias_simulated,
    fig4_large_sample,
    fig4_poles,
    fig4_variance_simulated,
    fig4_wide,
    fig5_ridge_below,
    fig5_ridgeless_above,
)
from feature_learning.papers.mei2019.model import MODELS, TARGETS
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

__all__ = [
    "fig1_bounded_peak",
    "fig1_double_descent",
    "fig1_finite_d",
    "fig1_interpolation",
    "fig1_peak",
    "fig1_ridge",
    "fig1_ridgeless",
    "fig2_monotone",
    "fig2_noise",
    "fig2_overparametrised",
    "fig2_quadratic_is_noise",
    "fig2_same",
    "fig2_underparametrised",
    "fig3_monotone",
    "fig3_more_data_hurt",
    "fig3_theory",
    "fig4_bias_simulated",
    "fig4_large_sample",
    "fig4_poles",
    "fig4_variance_simulated",
    "fig4_wide",
    "fig5_ridge_below",
    "fig5_ridgeless_above",
    "fig6_gap_shrinks",
    "fig6_h2_not_learned",
    "fig6_h2_rate",
    "fig6_h2_theory",
    "fig6_linear_learned",
    "fig6_quadratic_not_learned",
    "fig6_test",
    "fig6_train",
]

_RIDGE = 1e-3


def _dimensions(tables: Tables) -> list[int]:
    return sorted(map(int, tables.runs("double_descent")["d"].unique()))


def _curve(tables: Tables, value: str, lam: float, d: int, model: str = "features", target: str = "linear") -> pd.DataFrame:
    """Return one row per seed and one column per N/n."""
    return by_seed(tables.runs("double_descent", lam=lam, d=d, model=model, target=target), value, "ratio")


def _predicted(tables: Tables, value: str, lam: float, d: int, ratios: Sequence[float], target: str = "linear") -> np.ndarray:
    theory = tables.theory("double_descent", lam=lam, d=d, target=target)
    return at_points(theory, value, "ratio", ratios)


def _columns(matrix: pd.DataFrame, kept: Callable[[float], bool]) -> list[float]:
    return [ratio for ratio in map(float, matrix.columns) if kept(ratio)]


def _errors_against_theory(tables: Tables, lam: float, kept: Callable[[float], bool]) -> Evidence:
    d = _dimensions(tables)[-1]
    matrix = _curve(tables, "test", lam, d)
    ratios = _columns(matrix, kept)
    return Evidence(matrix[ratios].to_numpy(), named("N/n", ratios), _predicted(tables, "test", lam, d, ratios))


def fig1_ridgeless(tables: Tables) -> Evidence:
    """The ridgeless test error, away from N = n."""
    return _errors_against_theory(tables, 0.0, lambda ratio: ratio <= 0.9 or ratio >= 1.1)


def fig1_ridge(tables: Tables) -> Evidence:
    """The test error with the ridge."""
    return _errors_against_theory(tables, _RIDGE, lambda ratio: ratio != 1)


def fig1_finite_d(tables: Tables) -> Evidence:
    """The test error with the ridge, against the theory at this d."""
    d, ratios = _middle(tables), [0.5, 0.8, 1.0, 1.25, 2.0, 4.0]
    observed = _curve(tables, "test", _RIDGE, d)[ratios].to_numpy()
    return Evidence(observed, named("N/n", ratios), _predicted(tables, "finite", _RIDGE, d, ratios))


def _middle(tables: Tables) -> int:
    dimensions = _dimensions(tables)
    return dimensions[len(dimensions) // 2]


def fig1_peak(tables: Tables) -> Evidence:
    """The error at N = n minus ten times that at N = 2n."""
    matrix = _curve(tables, "test", 0.0, _dimensions(tables)[-1])
    return Evidence(matrix[[1.0]].to_numpy() - 10 * matrix[[2.0]].to_numpy(), ["N/n = 1"], estimate="median")


def fig1_double_descent(tables: Tables) -> Evidence:
    """The paired differences between points of the curve."""
    matrix = _curve(tables, "test", 0.0, _dimensions(tables)[-1])
    steps = [(0.8, 0.5), (0.9, 0.8), (0.5, 4.0)]
    observed = np.column_stack([matrix[high] - matrix[low] for high, low in steps])
    return Evidence(observed, [f"{high} over {low}" for high, low in steps], estimate="median")


def fig1_bounded_peak(tables: Tables) -> Evidence:
    """The error at N = n with the ridge."""
    return Evidence(_curve(tables, "test", _RIDGE, _dimensions(tables)[-1])[[1.0]].to_numpy(), ["N/n = 1"])


def fig1_interpolation(tables: Tables) -> Evidence:
    """The ridgeless training error from N = n on."""
    matrix = _curve(tables, "train", 0.0, _dimensions(tables)[-1])
    ratios = _columns(matrix, lambda ratio: ratio >= 1)
    return Evidence(matrix[ratios].to_numpy(), named("N/n", ratios))


_AWAY = (0.2, 0.5, 0.8, 1.25, 2.0, 4.0)


def _target(tables: Tables, target: str) -> Evidence:
    runs, theory = tables.runs("noise", target=target, model="features"), tables.theory("noise", target=target)
    return against_theory(runs, theory, "risk", "ratio", _AWAY, symbol="N/n")


def fig2_noise(tables: Tables) -> Evidence:
    """The risk with label noise."""
    return _target(tables, "noise")


def fig2_quadratic_is_noise(tables: Tables) -> Evidence:
    """The risk with a quadratic part."""
    return _target(tables, "quadratic")


def fig2_same(tables: Tables) -> Evidence:
    """The paired difference of the two risks, less the constant, over the predicted risk."""
    ratios = [0.5, 2.0, 4.0]
    noise, quadratic = (by_seed(tables.runs("noise", target=name, model="features"), "risk", "ratio") for name in ("noise", "quadratic"))
    constant = TARGETS["quadratic"].beyond(1)
    predicted = at_points(tables.theory("noise", target="quadratic"), "risk", "ratio", ratios)
    return Evidence((quadratic[ratios] - noise[ratios] - constant).to_numpy() / predicted, named("N/n", ratios))


def fig3_theory(tables: Tables) -> Evidence:
    """The risk at both penalties and all sample sizes."""
    parts = []
    for lam in (1e-2, 0.1):
        runs, theory = tables.runs("sample_wise", lam=lam), tables.theory("sample_wise", lam=lam)
        parts.append(against_theory(runs, theory, "risk", "psi2", symbol="n/d", of=f"lambda = {lam}"))
    return Evidence.joined(parts)


def fig3_more_data_hurt(tables: Tables) -> Evidence:
    """The ridgeless risk at n/d = 2.5 minus that at 1."""
    matrix = by_seed(tables.runs("sample_wise", lam=0.0), "risk", "psi2", [1.0, 2.5])
    return Evidence((matrix[[2.5]].to_numpy() - matrix[[1.0]].to_numpy()), ["2.5 minus 1"], estimate="median")


def _gap(tables: Tables, value: str, d: int, ratios: Sequence[float] | None) -> tuple[np.ndarray, list[float]]:
    """Return the paired difference of the models over the prediction, shape (seeds, points), and the points."""
    features, gaussian = (_curve(tables, value, _RIDGE, d, model) for model in MODELS)
    at = list(ratios or _columns(features, lambda ratio: ratio != 1))
    return (features[at] - gaussian[at]).to_numpy() / _predicted(tables, value, _RIDGE, d, at), at


def fig6_test(tables: Tables) -> Evidence:
    """The paired difference of the models' test errors, relative to the prediction."""
    observed, ratios = _gap(tables, "test", _dimensions(tables)[-1], None)
    return Evidence(observed, named("N/n", ratios))


def fig6_train(tables: Tables) -> Evidence:
    """The paired difference of the models' training errors, relative to the prediction."""
    observed, ratios = _gap(tables, "train", _dimensions(tables)[-1], [0.2, 0.5])
    return Evidence(observed, named("N/n", ratios))


_WIDE = (2.0, 4.0)


def _slopes(dimensions: list[int], by_dimension: list[np.ndarray]) -> Evidence:
    """Return the exponents in d of the absolute means, one for each of `_WIDE`."""
    points = len(_WIDE)

    def fit(mean: np.ndarray) -> np.ndarray:
        curves = np.abs(mean).reshape(len(dimensions), points)
        return np.array([loglog_slope(np.array(dimensions, dtype=float), curve) for curve in curves.T])

    return Evidence(np.hstack(by_dimension), named("N/n", _WIDE), fit=fit)


def fig6_gap_shrinks(tables: Tables) -> Evidence:
    """The exponent in d of the models' mean difference."""
    dimensions = _dimensions(tables)
    return _slopes(dimensions, [_gap(tables, "test", d, _WIDE)[0] for d in dimensions])


def _learned(tables: Tables, target: str, d: int, ratios: Sequence[float]) -> np.ndarray:
    return _curve(tables, "learned", _RIDGE, d, target=target)[list(ratios)].to_numpy()


def fig6_h2_not_learned(tables: Tables) -> Evidence:
    """The learned fraction of a quadratic target."""
    ratios = [0.5, *_WIDE]
    return Evidence(_learned(tables, "pure-quadratic", _dimensions(tables)[-1], ratios), named("N/n", ratios))


def fig6_h2_rate(tables: Tables) -> Evidence:
    """The exponent in d of the learned fraction of a quadratic target."""
    dimensions = _dimensions(tables)
    return _slopes(dimensions, [_learned(tables, "pure-quadratic", d, _WIDE) for d in dimensions])


def _fraction(tables: Tables, target: str, ratios: Sequence[float]) -> Evidence:
    parts = []
    for d in _dimensions(tables):
        predicted = _predicted(tables, "learned", _RIDGE, d, ratios, target)
        names = [f"d = {d}, {name}" for name in named("N/n", ratios)]
        parts.append(Evidence(_learned(tables, target, d, ratios), names, predicted))
    return Evidence.joined(parts)


def fig6_h2_theory(tables: Tables) -> Evidence:
    """The learned fraction of a quadratic target, against the theory at each d."""
    return _fraction(tables, "pure-quadratic", _WIDE)


def fig6_linear_learned(tables: Tables) -> Evidence:
    """The learned fraction of a linear target, against the theory at each d."""
    return _fraction(tables, "linear", [0.5, *_WIDE])


def fig6_quadratic_not_learned(tables: Tables) -> Evidence:
    """The risk over the target's variance, for both models."""
    parts = []
    for model in MODELS:
        matrix = by_seed(tables.runs("noise", target="pure-quadratic", model=model), "risk", "ratio")
        names = [f"{model}, {point}" for point in named("N/n", list(matrix.columns))]
        parts.append(Evidence(matrix.to_numpy() / TARGETS["pure-quadratic"].beyond(1), names))
    return Evidence.joined(parts)
