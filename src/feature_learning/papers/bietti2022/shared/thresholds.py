"""What claims and figures read off the learning curves: the best of a seed's inits, and where it recovers."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics.exponents import crossing

# Dimensions of the claims at laptop scale. At scale paper the next larger one takes the place of 40.
MIDDLE, LARGE = 20, 40
NEVER = 3.0  # times the largest n: what counts as the threshold of a seed that recovers nowhere


def dimensions(runs: pd.DataFrame) -> list[int]:
    """Return the two dimensions that claims are on: of the runs', the smallest from `MIDDLE` and from `LARGE` on."""
    return [min(int(d) for d in runs["d"].unique() if d >= least) for least in (MIDDLE, LARGE)]


def null_risk(tables: Tables, s: int, d: int) -> float:
    """Return the risk of the best constant, which is that of a network at the equator."""
    return float(tables.theory("learning_curves", s=s, d=d)["null"].iloc[0])


def best(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the run with the largest overlap of each seed, dimension, exponent and sample size."""
    ranked = runs.assign(overlap=runs["overlap"].fillna(-1.0))
    return runs.loc[ranked.groupby(["seed", "d", "s", "n"])["overlap"].idxmax()].reset_index(drop=True)


def held_out(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the run that the risk on held-out samples picks, of each seed, dimension, exponent and sample size."""
    ranked = runs.assign(held=runs["held"].fillna(math.inf))
    return runs.loc[ranked.groupby(["seed", "d", "s", "n"])["held"].idxmin()].reset_index(drop=True)


def threshold(sizes: np.ndarray, overlaps: np.ndarray) -> float:
    """Return the n at which a seed's best overlap reaches 0.9.

    The overlap is replaced by its largest value so far and interpolated in log n. A seed that has
    reached 0.9 at the first n has that n; one that never does has three times the largest.

    Parameters
    ----------
    sizes : (points,)
        n, rising.
    overlaps : (points,)
        The best overlap at each.
    """
    so_far = np.maximum.accumulate(overlaps)
    if so_far[0] >= RECOVERED:
        return float(sizes[0])
    found = crossing(sizes.astype(float), so_far, RECOVERED)
    return NEVER * float(sizes[-1]) if math.isnan(found) else found


def thresholds(runs: pd.DataFrame) -> pd.DataFrame:
    """Return one row per seed, d and s with the threshold in the column ``half``."""
    rows = []
    for (seed, d, s), own in best(runs).groupby(["seed", "d", "s"]):
        curve = own.sort_values("n")
        half = threshold(curve["n"].to_numpy(), curve["overlap"].fillna(0.0).to_numpy())
        rows.append({"seed": seed, "d": d, "s": s, "half": half})
    return pd.DataFrame(rows)
