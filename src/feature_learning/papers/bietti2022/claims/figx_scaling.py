"""Evidence for figx-scaling."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.thresholds import thresholds
from feature_learning.statistics.evidence import Evidence, named
from feature_learning.statistics.exponents import loglog_slope


def _log_thresholds(tables: Tables) -> pd.DataFrame:
    """Return ln n_half, seeds by (s, d)."""
    found = thresholds(tables.runs("learning_curves"))
    found = found.assign(log=np.log(found["half"]))
    return found.pivot(index="seed", columns=["s", "d"], values="log").sort_index(axis=1)


def _slopes(tables: Tables) -> np.ndarray:
    """Return the slope of ln n_half in ln d, (seeds, exponents)."""
    logs = _log_thresholds(tables)
    columns = []
    for s in (1, 2, 3):
        d = logs[s].columns.to_numpy(dtype=float)
        columns.append([loglog_slope(d, np.exp(row)) for row in logs[s].to_numpy()])
    return np.array(columns).T


def thresholds_ordered(tables: Tables) -> Evidence:
    logs = _log_thresholds(tables)
    return Evidence.stacked([(f"s = {s + 1} over {s}", (logs[s + 1] - logs[s]).to_numpy().mean(axis=1)) for s in (1, 2)])


def threshold_grows_with_d(tables: Tables) -> Evidence:
    return Evidence(_slopes(tables), named("s", [1, 2, 3]))


def theorem_exponent(tables: Tables) -> Evidence:
    bounds = np.array([max(s, (s + 3) / 2) for s in (1, 2, 3)])
    return Evidence(_slopes(tables) - bounds, named("s", [1, 2, 3]))


def exponents_rise(tables: Tables) -> Evidence:
    slopes = _slopes(tables)
    return Evidence((slopes[:, 2] - slopes[:, 0])[:, None], ["s = 3 over 1"])
