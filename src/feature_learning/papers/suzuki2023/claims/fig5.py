"""Evidence for fig5."""

from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.statistics import Evidence, Tables, by_run, by_seed, loglog_slope, named

_LEVEL, _ENOUGH = 0.8, 8


def _heats(
    tables: Tables, low: float, high: float, estimate: Literal["mean", "median"]
) -> Evidence:
    runs = by_run(tables.runs("temperature"))
    runs = runs[runs["heat"].between(low, high)]
    names = [f"d = {row.d}, lam d = {row.heat:g}" for row in runs.itertuples()]
    runs = runs.assign(point=names)
    accuracies = by_seed(runs, "accuracy", "point", list(dict.fromkeys(runs["point"])))
    return Evidence(accuracies.to_numpy(), list(accuracies.columns), estimate=estimate)


def cold(tables: Tables) -> Evidence:
    return _heats(tables, 0.0, 0.2, "median")


def hot(tables: Tables) -> Evidence:
    return _heats(tables, 1.0, np.inf, "mean")


def needs_cold(tables: Tables) -> Evidence:
    curves = _curves(tables)
    d, heats = np.array(list(curves), dtype=float), curves[next(iter(curves))].columns.to_numpy()

    def exponent(mean: np.ndarray) -> float:
        critical = [_critical_heat(heats, curve) for curve in np.split(mean, len(curves))]
        return loglog_slope(d, np.array(critical) / d)

    return Evidence(np.hstack(list(curves.values())), ["exponent in d"], fit=exponent)


def _curves(tables: Tables) -> dict[int, pd.DataFrame]:
    """Return the accuracies of runs over ``lam d``, for each d."""
    runs = by_run(tables.runs("temperature"))
    return {
        d: by_seed(runs[runs["d"] == d], "accuracy", "heat")
        for d in sorted(runs["d"].unique().tolist())
    }


def _critical_heat(heats: np.ndarray, accuracies: np.ndarray) -> float:
    """Return the ``lam d`` at which the accuracy falls to 0.8, linear in its logarithm; NaN where
    it does not.
    """
    falling = np.minimum.accumulate(accuracies)
    if not falling[-1] < _LEVEL < falling[0]:
        return float("nan")
    return float(np.exp(np.interp(-_LEVEL, -falling, np.log(heats))))


def width_enough(tables: Tables) -> Evidence:
    accuracies = by_seed(by_run(tables.runs("widths", width=_ENOUGH)), "accuracy", "d")
    return Evidence(accuracies.to_numpy(), named("d", list(accuracies.columns)))


def anneal(tables: Tables) -> Evidence:
    parts = []
    for d in (16, 24):
        runs = by_run(tables.runs("annealed", d=d, k=3))
        accuracies = by_seed(runs, "accuracy", "heat", [0.8, 0.1])
        parts.append((f"d = {d}, k = 3", (accuracies[0.8] - accuracies[0.1]).to_numpy()))
    return Evidence.stacked(parts)


def _ends_on_the_torus(tables: Tables) -> np.ndarray:
    """Return the last discrepancy of each run, without noise and annealed, (runs, 2)."""
    runs = by_run(tables.runs("torus", t=tables.values("torus", "t")[-1]))
    return by_seed(runs[runs["law"] != "constant"], "gap", "law", ["none", "falling"]).to_numpy()


def torus_gain(tables: Tables) -> Evidence:
    return Evidence(
        _ends_on_the_torus(tables),
        ["annealed over none"],
        fit=lambda mean: float(mean[1] / mean[0]),
    )


def torus_paired(tables: Tables) -> Evidence:
    ends = _ends_on_the_torus(tables)
    return Evidence((ends[:, 1] < ends[:, 0])[:, None], ["all runs"], estimate="fraction")
