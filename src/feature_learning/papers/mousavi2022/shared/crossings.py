"""Sample sizes at which the error or the alignment crosses its level, per seed and dimension (prop-d)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope

ERROR, ALIGNMENT = 0.2, 0.9


def samples_needed(tables: Tables, what: str) -> pd.DataFrame:
    """Return one row per seed and one column per dimension; NaN if the level is not reached.

    Parameters
    ----------
    tables
        The paper's tables.
    what
        ``alignment`` or ``error``; of the network, on the cube.
    """
    runs = tables.runs("samples", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    columns = {}
    for d, own in runs.groupby("d", sort=True):
        matrix = by_seed(own, "alignment" if what == "alignment" else "error", "n")
        n = matrix.columns.to_numpy(dtype=float)
        # Errors fall roughly as powers, so their logarithms are interpolated.
        curves, level = (matrix.to_numpy(), ALIGNMENT) if what == "alignment" else (-np.log(matrix.to_numpy()), -np.log(ERROR))
        columns[d] = pd.Series([crossing(n, curve, level) for curve in curves], index=matrix.index)
    return pd.DataFrame(columns)


def seeds_needing(tables: Tables, what: str) -> np.ndarray:
    """Return each seed's exponent in d of the samples needed; NaN if a level is not reached."""
    needed = samples_needed(tables, what)
    d = needed.columns.to_numpy(dtype=float)
    return np.array([loglog_slope(d, row) if np.isfinite(row).all() else np.nan for row in needed.to_numpy()])
