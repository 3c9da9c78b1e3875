"""Evidence for figx-scaling."""

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.shared.thresholds import recovered, thresholds
from feature_learning.statistics import Evidence, Tables, by_seed, crossing, loglog_slope, named

_EXPONENTS = (1, 2, 3)
_SINGLE = (1, 2)  # for s = 3 the share stays below the theorem's
_SHARE = 0.49  # of the theorem


def _halves(tables: Tables) -> dict[int, pd.DataFrame]:
    """Return n_half for each s, seeds by d."""
    halves = thresholds(tables.runs("learning_curves"))
    return {s: by_seed(halves[halves["s"] == s], "half", "d") for s in _EXPONENTS}


def thresholds_ordered(tables: Tables) -> Evidence:
    logs = {s: np.log(curves.to_numpy()) for s, curves in _halves(tables).items()}
    return Evidence.stacked(
        [(f"s = {s + 1} over {s}", (logs[s + 1] - logs[s]).mean(axis=1)) for s in (1, 2)]
    )


def theorem_exponent(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves")
    shares = recovered(runs[runs["s"].isin(_SINGLE)], "s", "d", "n")
    wide = shares.pivot(index="seed", columns=["s", "d", "n"], values="recovered")

    def fit(mean: np.ndarray) -> np.ndarray:
        curves = pd.Series(mean, index=wide.columns)
        return np.array([_slope(curves[s]) - max(s, (s + 3) / 2) for s in _SINGLE])

    return Evidence(wide.to_numpy(), named("s", _SINGLE), fit=fit)


def _slope(curves: pd.Series) -> float:
    """Return the slope in ln d of ln n at which the mean share is the theorem's; NaN if never."""
    needed = {
        d: crossing(part.index.to_numpy(float), np.maximum.accumulate(part.to_numpy()), _SHARE)
        for d, part in curves.unstack("d").items()
    }
    return loglog_slope(np.array(list(needed), dtype=float), np.array(list(needed.values())))
