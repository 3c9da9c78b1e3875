"""Evidence for fig-runtime."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2023.experiments.alignment import ALIGNED
from feature_learning.papers.mousavi2023.experiments.random_neurons import median_largest
from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.statistics import (
    Evidence,
    Tables,
    at_points,
    by_run,
    by_seed,
    crossing,
    named,
    slope_per_seed,
)
from feature_learning.theory.spiked_overlap import overlap_exponent, runtime_exponent
from feature_learning.theory.whitened_flow import runtime, runtime_log_slope

_SMALL = 1e-2
_CLEAR = 0.05  # the overlap from which on the signal exceeds the noise at the start


def _slopes(tables: Tables, value: str, predicted: Callable[[float, float], float]) -> Evidence:
    """Return each seed's slope of a column against d, by structure, beside the prediction: on
    logarithmic axes, at k = 2 of the time itself, which is a logarithm of d, not a power.
    """
    runs = tables.runs("initial_overlap")
    structures, columns = Structure.in_rows(runs), []
    pairs = {name: structures[name].exponents for name in sorted(structures)}
    for name in pairs:
        curves = by_seed(runs[runs["structure"] == name], value, "d")
        log_d = np.log(curves.columns.to_numpy(dtype=float))
        linear = value == "time_2"
        columns.append(
            np.polyfit(log_d, curves.to_numpy().T, 1)[0] if linear else slope_per_seed(curves)
        )
    points = [f"({gamma1:g}, {gamma2:g})" for gamma1, gamma2 in pairs.values()]
    exponents = np.array([predicted(*pair) for pair in pairs.values()])
    return Evidence(np.column_stack(columns), points, exponents)


def overlap(tables: Tables) -> Evidence:
    return _slopes(tables, "overlap", overlap_exponent)


def quadratic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_2", lambda *pair: runtime_log_slope(overlap_exponent(*pair)))


def cubic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_3", partial(runtime_exponent, 3))


def quartic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_4", partial(runtime_exponent, 4))


def epsilon(tables: Tables) -> Evidence:
    law = tables.theory("runtime_epsilon")
    ratios = {
        k: np.polyfit(part["log"], part["time"], 1)[0] / part["slope"].iloc[0]
        for k, part in law[law["epsilon"] <= _SMALL].groupby("k")
    }
    return Evidence.exact(list(ratios.values()), named("k", list(ratios)))


def _flow_runs(tables: Tables, k: int, least: float) -> pd.DataFrame:
    """Return the runs of one degree whose start is between a least overlap and the final one."""
    runs = tables.runs("runtime_flow", k=k)
    runs = runs[(runs["start"] >= least) & (runs["start"] < runs["end"])]
    return runs[runs["time"] < np.inf]


def flow(tables: Tables) -> Evidence:
    columns = {}
    for k, alpha in _alphas(tables).items():
        runs = _flow_runs(tables, k, 0.1)
        predicted = runtime(runs["start"].to_numpy(), runs["end"].iloc[0], k, alpha)
        ratios = runs.assign(ratio=runs["time"] / predicted)
        columns[f"k = {k}"] = ratios.groupby("seed")["ratio"].median()
    medians = pd.DataFrame(columns)
    return Evidence(medians.to_numpy(), list(medians.columns), estimate="median")


def _alphas(tables: Tables) -> dict[int, float]:
    alphas = tables.theory("runtime_flow").groupby("k")["alpha"].first()
    return dict(zip(alphas.index.tolist(), alphas.tolist(), strict=True))


def _order(tables: Tables, k: int, logarithmic: bool) -> Evidence:
    """Return the slope of the time, or of its logarithm, on ``ln(1/omega_0)`` over all runs."""
    runs = _flow_runs(tables, k, _CLEAR)
    time = np.log(runs["time"]) if logarithmic else runs["time"]
    moments = pd.DataFrame({"seed": runs["seed"], "n": 1.0, "x": -np.log(runs["start"]), "y": time})
    moments = moments.assign(xx=moments["x"] ** 2, xy=moments["x"] * moments["y"])

    def slope(mean: np.ndarray) -> float:
        n, x, y, xx, xy = mean
        return float((n * xy - x * y) / (n * xx - x**2))

    return Evidence(moments.groupby("seed").sum().to_numpy(), [f"k = {k}"], fit=slope)


def flow_order(tables: Tables) -> Evidence:
    return _order(tables, 2, logarithmic=False)


def flow_order_cubic(tables: Tables) -> Evidence:
    return _order(tables, 3, logarithmic=True)


def wide_overlap(tables: Tables) -> Evidence:
    widths, ratios, points, alone = [16, 4096], [], [], []
    for d in (64, 1024):
        runs, law = by_run(tables.runs("width_overlap", d=d)), tables.theory("width_overlap", d=d)
        largest = by_seed(runs, "largest", "width", widths).to_numpy()
        exact = at_points(law, "largest", "width", widths)
        ratios.append(largest / exact)
        alone.append(median_largest(1, d) / exact)
        points += [f"d = {d}, {name}" for name in named("N", widths)]
    found = Evidence(np.hstack(ratios), points, estimate="median")
    return found.against(np.concatenate(alone))


def wide_helps(tables: Tables) -> Evidence:
    some = by_seed(tables.runs("width"), "some", "width").astype(float)
    return Evidence.stacked([("N = 32 less N = 1", (some[32] - some[1]).to_numpy())])


def wide_exponential(tables: Tables) -> Evidence:
    dimensions = (16, 32, 64)
    curves = []
    for d in dimensions:
        runs = tables.runs("width_overlap", d=d)
        medians = runs.groupby(["seed", "width"])["largest"].median().reset_index()
        curves.append(by_seed(medians, "largest", "width"))
    widths = curves[0].columns.to_numpy(dtype=float)

    def ratio(mean: np.ndarray) -> float:
        needed = [crossing(widths, curve, ALIGNED) for curve in np.split(mean, len(curves))]
        slopes = np.diff(np.log(needed)) / np.diff(dimensions)
        return float(slopes[1] / slopes[0])

    return Evidence(np.hstack(curves), ["d = 32 to 64 over 16 to 32"], fit=ratio)


def random_biases(tables: Tables) -> Evidence:
    aligned = by_seed(tables.runs("random_biases"), "aligned", "biases").astype(float)
    return Evidence.stacked(
        [("random less zero", (aligned["random"] - aligned["zero"]).to_numpy())]
    )
