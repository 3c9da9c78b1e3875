"""The best of a seed's initialisations, the fraction of initialisations that recover, and the n at
which a seed recovers.
"""

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.statistics import crossing

MIDDLE = 20
"""The dimension of the comparisons with other methods."""
_LARGE = 40
NEVER = 3.0
"""Times the largest n: the threshold of a seed that recovers nowhere."""


def dimensions(tables: Tables) -> list[int]:
    """Return the two dimensions of the claims on learning curves: those of laptop scale, or the
    next larger ones that were run.
    """
    every = tables.values("learning_curves", "d")
    return [min(d for d in every if d >= least) for least in (MIDDLE, _LARGE)]


def best(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the run with the largest overlap of each seed, dimension, exponent and sample size."""
    return _least(runs, -runs["overlap"].fillna(-1.0))


def held_out(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the run that the risk on held-out samples picks, of each seed, dimension, exponent and
    sample size.
    """
    return _least(runs, runs["held"].fillna(math.inf))


def _least(runs: pd.DataFrame, rank: pd.Series) -> pd.DataFrame:
    groups = rank.groupby([runs[name] for name in ("seed", "d", "s", "n")])
    return runs.loc[groups.idxmin()].reset_index(drop=True)


def recovered(runs: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Return each seed's fraction of initialisations that recover, in the column ``recovered``;
    they may share a sample.
    """
    hits = runs.assign(recovered=runs["overlap"] > RECOVERED)
    return hits.groupby([*by, "seed"])["recovered"].mean().reset_index()


def threshold(sizes: np.ndarray, overlaps: np.ndarray) -> float:
    """Return the n at which a seed's best overlap reaches 0.9.

    The overlap is replaced by its largest value so far and interpolated in log n. A seed that has
    reached 0.9 at the first n has that n; one that never does has `NEVER` times the largest.

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
    if so_far[-1] < RECOVERED:
        return NEVER * float(sizes[-1])
    return crossing(sizes.astype(float), so_far, RECOVERED)


def over_theorem(tables: Tables) -> pd.DataFrame:
    """Return one row per seed, d and s with the ``ratio`` of the threshold to the theorem's n, and
    whether some seed is ``never`` recovered at this d and s.
    """
    runs, law = tables.runs("learning_curves"), tables.theory("learning_curves")
    needed = law.drop_duplicates(["s", "d"])[["s", "d", "needed"]]
    largest = runs.groupby(["s", "d"])["n"].max().rename("largest").reset_index()
    found = thresholds(runs).merge(needed, on=["s", "d"]).merge(largest, on=["s", "d"])
    found = found.assign(ratio=found["half"] / found["needed"])
    never = found["half"] > found["largest"]
    return found.assign(never=never.groupby([found["s"], found["d"]]).transform("any"))


def thresholds(runs: pd.DataFrame) -> pd.DataFrame:
    """Return one row per seed, d and s with the threshold in the column ``half``."""
    rows = []
    for (seed, d, s), curve in best(runs).sort_values("n").groupby(["seed", "d", "s"]):
        half = threshold(curve["n"].to_numpy(), curve["overlap"].fillna(0.0).to_numpy())
        rows.append({"seed": seed, "d": d, "s": s, "half": half})
    return pd.DataFrame(rows)
