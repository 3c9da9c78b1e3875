"""Evidence for fig6."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_run, by_seed


def _ends(tables: Tables) -> np.ndarray:
    runs = tables.runs("torus")
    runs = runs[runs["t"] == runs["t"].max()]
    return by_seed(by_run(runs), "gap", "noise", ["none", "annealed"]).to_numpy()


def gain(tables: Tables) -> Evidence:
    return Evidence(_ends(tables), ["annealed over none"], fit=lambda mean: float(mean[1] / mean[0]))


def paired(tables: Tables) -> Evidence:
    ends = _ends(tables)
    return Evidence((ends[:, 1] < ends[:, 0])[:, None], ["all runs"], estimate="fraction")
