"""Evidence for prop-d: comparisons of two experiments, seed by seed."""

import numpy as np
import pandas as pd

from feature_learning.papers.mousavi2022.shared.crossings import half_learned, samples_needed
from feature_learning.statistics import Evidence, Tables, by_seed, loglog_slope, slope_per_seed


def _at_plateau(tables: Tables, experiment: str, **where: bool) -> pd.Series:
    """Return the error on the cube by seed at the sizes at which both methods are compared."""
    d, n = (tables.value("samples", name) for name in ("plateau_d", "plateau_n"))
    runs = tables.runs(experiment, target="cube", d=d, n=n, **where)
    return runs.set_index("seed")["error"]


def separation(tables: Tables) -> Evidence:
    gap = _at_plateau(tables, "tangent", bias=True) - _at_plateau(tables, "samples")
    return Evidence(gap.dropna().to_numpy()[:, None], ["d = 100, n = 1600"])


def exponents_apart(tables: Tables) -> Evidence:
    """Differences of the network's seeds from as many groups of the kernel's."""
    runs = tables.runs("tangent_powers", p=3, law="gaussian")
    dimensions = sorted(runs["d"].unique().tolist())
    cells = [by_seed(runs[runs["d"] == d], "error", "n") for d in dimensions]
    sizes = [table.columns.to_numpy(dtype=float) for table in cells]
    errors = np.hstack([table.to_numpy() for table in cells])
    ends = np.cumsum([len(n) for n in sizes])[:-1]

    def power(curve: np.ndarray) -> float:
        parts = zip(sizes, np.split(curve, ends), strict=True)
        halves = np.array([half_learned(*part) for part in parts])
        return loglog_slope(np.array(dimensions, dtype=float), halves)

    network = slope_per_seed(samples_needed(tables, "error"))
    count = min(len(errors), len(network))
    kernel = np.array([power(errors[start::count].mean(axis=0)) for start in range(count)])
    return Evidence.stacked([("degree 3", kernel - network[:count])])
