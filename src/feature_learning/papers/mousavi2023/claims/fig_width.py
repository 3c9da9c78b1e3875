"""Evidence for fig-width."""

import numpy as np

from feature_learning.papers.mousavi2023.experiments.alignment import ALIGNED
from feature_learning.papers.mousavi2023.experiments.random_neurons import median_largest
from feature_learning.statistics import (
    Evidence,
    Tables,
    at_points,
    by_run,
    by_seed,
    crossing,
    named,
)


def overlap(tables: Tables) -> Evidence:
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


def helps(tables: Tables) -> Evidence:
    some = by_seed(tables.runs("width"), "some", "width").astype(float)
    return Evidence.stacked([("N = 32 less N = 1", (some[32] - some[1]).to_numpy())])


def exponential(tables: Tables) -> Evidence:
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


def bias(tables: Tables) -> Evidence:
    aligned = by_seed(tables.runs("random_biases"), "aligned", "biases").astype(float)
    return Evidence.stacked(
        [("random less zero", (aligned["random"] - aligned["zero"]).to_numpy())]
    )
