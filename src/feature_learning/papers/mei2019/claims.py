"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mei2019.model import MODELS, TARGETS
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named

_D = 100


def _errors(tables: Tables, value: str, lam: float, d: int = _D, model: str = "features") -> pd.DataFrame:
    return by_seed(tables.runs("double_descent", lam=lam, d=d, model=model), value, "ratio")


def _errors_against_theory(tables: Tables, lam: float) -> Evidence:
    runs = tables.runs("double_descent", lam=lam, d=_D, model="features")
    theory = tables.theory("double_descent", lam=lam)
    return against_theory(runs[runs["ratio"] != 1], theory, "test", "ratio", symbol="N/n")


def fig1_ridgeless(tables: Tables) -> Evidence:
    """The ridgeless test error."""
    return _errors_against_theory(tables, 0.0)


def fig1_ridge(tables: Tables) -> Evidence:
    """The test error with the ridge."""
    return _errors_against_theory(tables, 1e-3)


def fig1_peak(tables: Tables) -> Evidence:
    """The error at N = n minus ten times that at N = 2n."""
    matrix = _errors(tables, "test", 0.0)
    return Evidence(matrix[[1.0]].to_numpy() - 10 * matrix[[2.0]].to_numpy(), ["N/n = 1"], estimate="median")


def fig1_double_descent(tables: Tables) -> Evidence:
    """The paired differences between points of the curve."""
    matrix = _errors(tables, "test", 0.0)
    steps = [(0.8, 0.5), (0.9, 0.8), (0.5, 4.0)]
    observed = np.column_stack([matrix[high] - matrix[low] for high, low in steps])
    return Evidence(observed, [f"{high} over {low}" for high, low in steps], estimate="median")


def fig1_bounded_peak(tables: Tables) -> Evidence:
    """The error at N = n with the ridge."""
    return Evidence(_errors(tables, "test", 1e-3)[[1.0]].to_numpy(), ["N/n = 1"])


def fig1_interpolation(tables: Tables) -> Evidence:
    """The ridgeless training error from N = n on."""
    matrix = _errors(tables, "train", 0.0)
    ratios = [float(ratio) for ratio in matrix.columns if float(ratio) >= 1]
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


def _target(tables: Tables, target: str) -> Evidence:
    runs, theory = tables.runs("noise", target=target, model="features"), tables.theory("noise", target=target)
    return against_theory(runs, theory, "risk", "ratio", [0.5, 4.0], symbol="N/n")


def fig2_noise(tables: Tables) -> Evidence:
    """The risk with label noise."""
    return _target(tables, "noise")


def fig2_quadratic_is_noise(tables: Tables) -> Evidence:
    """The risk with a quadratic part."""
    return _target(tables, "quadratic")


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


def _difference(tables: Tables, value: str, ratios: list[float] | None) -> Evidence:
    features, gaussian = (_errors(tables, value, 1e-3, model=model) for model in MODELS)
    ratios = ratios or [float(ratio) for ratio in features.columns if float(ratio) != 1]
    predicted = at_points(tables.theory("double_descent", lam=1e-3), value, "ratio", ratios)
    return Evidence((features[ratios] - gaussian[ratios]).to_numpy() / predicted, named("N/n", ratios))


def fig6_test(tables: Tables) -> Evidence:
    """The paired difference of the models' test errors, relative to the prediction."""
    return _difference(tables, "test", None)


def fig6_train(tables: Tables) -> Evidence:
    """The paired difference of the models' training errors, relative to the prediction."""
    return _difference(tables, "train", [0.2, 0.5])


def fig6_gap_shrinks(tables: Tables) -> Evidence:
    """How much smaller the mean gap is at the largest dimension than at the smallest."""
    dimensions = sorted(tables.runs("double_descent")["d"].unique())
    ends = (int(dimensions[0]), int(dimensions[-1]))
    gaps = [np.subtract(*(_errors(tables, "test", 1e-3, d, model)[2.0].to_numpy() for model in MODELS)) for d in ends]
    return Evidence(np.column_stack(gaps), [f"d = {ends[0]} minus d = {ends[1]}"], fit=lambda mean: float(abs(mean[0]) - abs(mean[1])))


def fig6_quadratic_not_learned(tables: Tables) -> Evidence:
    """The risk over the target's variance, for both models."""
    variance = TARGETS["pure-quadratic"].beyond(1)
    parts = []
    for model in MODELS:
        matrix = by_seed(tables.runs("noise", target="pure-quadratic", model=model), "risk", "ratio")
        parts.append(Evidence(matrix.to_numpy() / variance, [f"{model}, {point}" for point in named("N/n", list(matrix.columns))]))
    return Evidence.joined(parts)
