"""What the figures and the claims both compare: the laws of two methods, and alignments with their theory."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.statistics.distances import kolmogorov_smirnov


def method_distances(runs: pd.DataFrame) -> pd.Series:
    """Return the distance between the methods' laws of each number, indexed by d and the number's name.

    It is the Kolmogorov-Smirnov distance times the root of half the number of seeds.

    Parameters
    ----------
    runs
        Rows of `law`.
    """
    found = {}
    for d, of_d in runs.groupby("d"):
        for name in NUMBERS:
            first, second = (of_d[of_d["method"] == method][name].to_numpy() for method in METHODS)
            found[d, name] = np.sqrt(len(first) / 2) * kolmogorov_smirnov(first, second)
    return pd.Series(found)


def controlled(runs: pd.DataFrame, law: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with a column ``controlled``: the alignment as if the neurons had been typical.

    The prediction for the run's own neurons is exchanged for that of random ones.

    Parameters
    ----------
    runs
        Rows of `transition`.
    law
        Its theory.
    """
    runs = runs.merge(law[["leap", "d", "ratio", "finite"]], on=["leap", "d", "ratio"])
    return runs.assign(controlled=runs["alignment"] - runs["predicted"] + runs["finite"])
