"""Evidence for figx-scaling."""

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.shared.thresholds import thresholds
from feature_learning.statistics import Evidence, Tables, by_seed, named, slope_per_seed

_EXPONENTS = (1, 2, 3)


def _halves(tables: Tables) -> dict[int, pd.DataFrame]:
    """Return n_half for each s, seeds by d."""
    halves = thresholds(tables.runs("learning_curves"))
    return {s: by_seed(halves[halves["s"] == s], "half", "d") for s in _EXPONENTS}


def _slopes(tables: Tables) -> np.ndarray:
    """Return the slope of ln n_half in ln d, (seeds, exponents)."""
    return np.column_stack([slope_per_seed(curves) for curves in _halves(tables).values()])


def thresholds_ordered(tables: Tables) -> Evidence:
    logs = {s: np.log(curves.to_numpy()) for s, curves in _halves(tables).items()}
    return Evidence.stacked(
        [(f"s = {s + 1} over {s}", (logs[s + 1] - logs[s]).mean(axis=1)) for s in (1, 2)]
    )


def theorem_exponent(tables: Tables) -> Evidence:
    bounds = [max(s, (s + 3) / 2) for s in _EXPONENTS]
    return Evidence(_slopes(tables) - bounds, named("s", _EXPONENTS))
