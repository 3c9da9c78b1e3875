"""Evidence for fig4."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, at_points, by_seed

_POLE = 1e-4  # relative distance from a pole, on both sides


def _limits(tables: Tables, grows: str, columns: tuple[str, ...]) -> Evidence:
    curves, symbol = tables.theory("wide_limit", grows=grows), "lbar" if grows == "width" else "N/d"
    deviations = {
        f"{column}, {symbol} = {row['curve']:g}": row[column] / row[f"{column}_limit"] - 1
        for row in curves[curves["size"] == curves["size"].max()].to_dict("records")
        for column in columns
    }
    return Evidence.exact([*deviations.values()], [*deviations])


def wide(tables: Tables) -> Evidence:
    return _limits(tables, "width", ("bias", "variance"))


def large_sample(tables: Tables) -> Evidence:
    return _limits(tables, "samples", ("bias",))


def poles(tables: Tables) -> Evidence:
    curves, deviations = tables.theory("wide_limit", grows="samples"), {}
    for width in sorted(curves["curve"].unique()):
        curve = curves[curves["curve"] == width]
        for side, sign in ((-1, "-"), (1, "+")):
            size = width * (1 + side * _POLE)
            (row,) = curve[np.isclose(curve["size"], size, rtol=1e-9)].to_dict("records")
            point = f"N/d = {width:g}, n/N = 1 {sign} {_POLE:g}"
            deviations[point] = abs(1 - size / width) * row["bias"] / row["bias_limit"] - 1
    return Evidence.exact([*deviations.values()], [*deviations])


def _simulated(tables: Tables, value: str, predicted: str, rival: str = "") -> Evidence:
    """Return a part of the risk at n/d = psi2 over its prediction, with a ridge; the rival is
    another column of the theory, or 1.
    """
    sizes, groups = [0.5, 1.0, 2.0, 6.0, 12.0], []
    for lbar in tables.values("wide_simulation", "curve", grows="width"):
        if lbar:
            runs, theory = (
                read("wide_simulation", grows="width", curve=lbar)
                for read in (tables.runs, tables.theory)
            )
            expected = at_points(theory, predicted, "size", sizes)
            ratio = by_seed(runs, value, "size", sizes).div(expected)
            other = at_points(theory, rival, "size", sizes) if rival else 1.0
            evidence = Evidence.of(ratio, "N/d", f"lbar = {lbar:g}", np.ones(len(sizes)))
            groups.append(evidence.against(other / expected))
    return Evidence.joined(groups)


def bias_simulated(tables: Tables) -> Evidence:
    return _simulated(tables, "bias", "bias")


def variance_simulated(tables: Tables) -> Evidence:
    return _simulated(tables, "variance", "finite_variance", "variance")
