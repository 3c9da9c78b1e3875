"""The runs from which samples to accuracy 0.8 are read off."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Tables, by_run

LEVEL = 0.8
STEEP = {0.5: "anisotropic", 1.0: "anisotropic_full"}
"""The experiment of each alpha above 0."""


def longest(tables: Tables, experiment: str, horizon: float = np.inf) -> pd.DataFrame:
    """Return an experiment's runs at the longest of its horizons up to one."""
    runs = by_run(tables.runs(experiment))
    if "n_over_d" in runs:
        runs = runs.assign(n=(runs["n_over_d"] * runs["d"]).round().astype(int))
    if "horizon" not in runs:
        return runs
    last = runs.loc[runs["horizon"] <= horizon, "horizon"].max()
    return runs[runs["horizon"] == last]
