"""The evidence for claims on penalties, phases and limits, most of them computed."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named


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
