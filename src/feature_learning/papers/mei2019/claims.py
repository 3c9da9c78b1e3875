"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.model import MODELS, TARGETS
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_RIDGE = 1e-3


def _dimensions(tables: Tables) -> list[int]:
    return sorted(map(int, tables.runs("double_descent")["d"].unique()))


def _curve(tables: Tables, value: str, lam: float, d: int, model: str = "features", target: str = "linear") -> pd.DataFrame:
    """Return one row per seed and one column per N/n, of the largest dimension unless another is given."""
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


def _largest_increase(frame: pd.DataFrame, over: str) -> float:
    return float(np.diff(frame.drop_duplicates(over).sort_values(over)["best_risk"].to_numpy()).max())


def fig2_monotone(tables: Tables) -> Evidence:
    """The largest increase of the best risk with N, in each panel."""
    panels = {f"n/d = {psi2}, rho = {rho}": group for (psi2, rho), group in tables.theory("lambda_curves").groupby(["psi2", "rho"])}
    return Evidence.exact([_largest_increase(group, "ratio") for group in panels.values()], list(panels))


def _least(tables: Tables, rho: float) -> Evidence:
    curve = tables.theory("lambda_curves", psi2=3.0, rho=rho, lbar=0.0)
    least = int(np.argmin(curve["risk"].to_numpy()))
    return Evidence.exact([float(curve["ratio"].to_numpy()[least])], ["N/n of the minimum"])


def fig2_overparametrised(tables: Tables) -> Evidence:
    """The N/n of the smallest ridgeless risk at a high signal-to-noise ratio."""
    return _least(tables, 5.0)


def fig2_underparametrised(tables: Tables) -> Evidence:
    """The N/n of the smallest ridgeless risk at a low signal-to-noise ratio."""
    return _least(tables, 0.2)


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


def fig3_monotone(tables: Tables) -> Evidence:
    """The largest increase of the best risk with n."""
    return Evidence.exact([_largest_increase(tables.theory("sample_wise"), "psi2")], ["largest increase"])


def _limits(tables: Tables, grows: str, columns: tuple[str, ...]) -> Evidence:
    curves = tables.theory("wide_limit", grows=grows)
    largest = curves[curves["size"] == curves["size"].max()]
    values, points = [], []
    for _, row in largest.iterrows():
        for column in columns:
            values.append(float(row[column] / row[f"{column}_limit"] - 1))
            points.append(f"{column}, {'lbar' if grows == 'width' else 'N/d'} = {row['curve']:g}")
    return Evidence.exact(values, points)


def fig4_wide(tables: Tables) -> Evidence:
    """The relative differences of bias and variance from the kernel limit."""
    return _limits(tables, "width", ("bias", "variance"))


def fig4_large_sample(tables: Tables) -> Evidence:
    """The relative differences of the bias from the large-sample limit."""
    return _limits(tables, "samples", ("bias",))


_POLE = 1e-4


def fig4_poles(tables: Tables) -> Evidence:
    """The ridgeless bias times its distance from the pole, over the large-sample bias, on both sides."""
    values, points = [], []
    for width in sorted(tables.theory("wide_limit", grows="samples")["curve"].unique()):
        curve = tables.theory("wide_limit", grows="samples", curve=width)
        for side in (-1, 1):
            size = width * (1 + side * _POLE)
            (row,) = curve[np.isclose(curve["size"], size, rtol=1e-9)].to_dict("records")
            values.append(abs(1 - size / width) * row["bias"] / row["bias_limit"] - 1)
            points.append(f"N/d = {width:g}, n/N = 1 {'-' if side < 0 else '+'} {_POLE:g}")
    return Evidence.exact(values, points)


def _simulated(tables: Tables, value: str, predicted: str) -> Evidence:
    """Return a part of the risk at n/d = psi2 over its prediction, with a ridge."""
    parts = []
    for lbar in sorted(set(tables.runs("wide_simulation", grows="width")["curve"]) - {0.0}):
        runs, theory = (read("wide_simulation", grows="width", curve=lbar) for read in (tables.runs, tables.theory))
        matrix = by_seed(runs, value, "size", [0.5, 1.0, 2.0, 6.0, 12.0])
        ratio = matrix.to_numpy() / at_points(theory, predicted, "size", list(matrix.columns))
        names = [f"lbar = {lbar:g}, {name}" for name in named("N/d", list(matrix.columns))]
        parts.append(Evidence(ratio, names, np.ones(len(names))))
    return Evidence.joined(parts)


def fig4_bias_simulated(tables: Tables) -> Evidence:
    """The simulated bias over its limit."""
    return _simulated(tables, "bias", "bias")


def fig4_variance_simulated(tables: Tables) -> Evidence:
    """The simulated variance over the theory at this d."""
    return _simulated(tables, "variance", "finite_variance")


def _phase(tables: Tables, multiple: float) -> pd.DataFrame:
    return tables.theory("phase_diagram", rho_over_threshold=multiple)


def fig5_ridgeless_above(tables: Tables) -> Evidence:
    """The best penalty at 1.2 times the threshold."""
    rows = _phase(tables, 1.2)
    return Evidence.exact(rows["best_lbar"].tolist(), named("n/d", rows["psi2"].tolist()))


def fig5_ridge_below(tables: Tables) -> Evidence:
    """What the best penalty gains at 0.8 times the threshold."""
    rows = _phase(tables, 0.8)
    return Evidence.exact((rows["ridgeless_risk"] - rows["best_risk"]).tolist(), named("n/d", rows["psi2"].tolist()))


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
