"""The runs from which samples to accuracy 0.8 are read off, and the time to it of single runs."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Tables, by_run, by_seed, crossing, slope_per_seed

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


def learning_times(tables: Tables, **where: float) -> pd.DataFrame:
    """Return the runs of ``learning_time`` with their time t80, infinite where it is after the
    horizon.

    Returns
    -------
    pandas.DataFrame
        Columns alpha, k, d, n, seed (of the run) and t80.
    """
    runs = by_run(tables.runs("learning_time", **where))
    times = [
        first_passage(np.asarray(t), np.asarray(curve))
        for t, curve in zip(runs["t"], runs["accuracy"], strict=True)
    ]
    return runs[["alpha", "k", "d", "n", "seed"]].assign(t80=np.nan_to_num(times, nan=np.inf))


def first_passage(times: np.ndarray, accuracies: np.ndarray) -> float:
    """Return the time at which one run first has accuracy 0.8; NaN if it never has.

    Parameters
    ----------
    times, accuracies : (times,)
        Between them accuracy is interpolated in ln t. Before the first time it rises from 0.5, at
        half of it.
    """
    return crossing(np.r_[times[0] / 2, times], np.r_[0.5, accuracies], LEVEL)


def powers(tables: Tables, k: int, alpha: float, high: float = np.inf) -> np.ndarray:
    """Return the power of d, up to a largest one, with which t80 grows in each run, shape (runs,);
    infinite if the run does not learn at some d.
    """
    runs = learning_times(tables, alpha=alpha, k=k)
    times = by_seed(runs[runs["d"] <= high], "t80", "d")
    unfinished = np.isinf(times.to_numpy()).any(axis=1)
    return np.where(unfinished, np.inf, slope_per_seed(times.where(times < np.inf)))
