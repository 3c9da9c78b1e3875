"""Evidence for fig6."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_run, by_seed


def _ends(tables: Tables) -> np.ndarray:
    """Return the last discrepancy of each run, without noise and annealed, (runs, 2)."""
    runs = by_run(tables.runs("torus", t=tables.values("torus", "t")[-1]))
    return by_seed(runs[runs["law"] != "constant"], "gap", "law", ["none", "falling"]).to_numpy()


def gain(tables: Tables) -> Evidence:
    return Evidence(
        _ends(tables), ["annealed over none"], fit=lambda mean: float(mean[1] / mean[0])
    )


def paired(tables: Tables) -> Evidence:
    ends = _ends(tables)
    return Evidence((ends[:, 1] < ends[:, 0])[:, None], ["all runs"], estimate="fraction")
