"""Sample sizes at which the error or the alignment crosses its level (prop-d)."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Tables, by_seed, crossing

ERROR, ALIGNMENT = 0.2, 0.9


def samples_needed(tables: Tables, value: str) -> pd.DataFrame:
    """Return the samples at which the network's ``alignment`` or ``error`` on the cube reaches its
    level, one row per seed and one column per dimension; NaN where it does not.
    """
    runs = tables.runs("samples", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    columns = {}
    for d, of_d in runs.groupby("d"):
        matrix = by_seed(of_d, value, "n")
        n, curves, level = matrix.columns.to_numpy(dtype=float), matrix.to_numpy(), ALIGNMENT
        if value == "error":  # errors fall roughly as powers, so their logarithms are interpolated
            curves, level = -np.log(curves), -np.log(ERROR)
        columns[d] = pd.Series([crossing(n, curve, level) for curve in curves], matrix.index)
    return pd.DataFrame(columns)
