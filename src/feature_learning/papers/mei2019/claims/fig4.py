"""Evidence for fig4."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named


def _limits(tables: Tables, grows: str, columns: tuple[str, ...]) -> Evidence:
    curves = tables.theory("wide_limit", grows=grows)
    largest = curves[curves["size"] == curves["size"].max()]
    values, points = [], []
    for _, row in largest.iterrows():
        for column in columns:
            values.append(float(row[column] / row[f"{column}_limit"] - 1))
            points.append(f"{column}, {'lbar' if grows == 'width' else 'N/d'} = {row['curve']:g}")
    return Evidence.exact(values, points)


def wide(tables: Tables) -> Evidence:
    return _limits(tables, "width", ("bias", "variance"))


def large_sample(tables: Tables) -> Evidence:
    return _limits(tables, "samples", ("bias",))


_POLE = 1e-4


def poles(tables: Tables) -> Evidence:
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


def bias_simulated(tables: Tables) -> Evidence:
    return _simulated(tables, "bias", "bias")


def variance_simulated(tables: Tables) -> Evidence:
    return _simulated(tables, "variance", "finite_variance")
