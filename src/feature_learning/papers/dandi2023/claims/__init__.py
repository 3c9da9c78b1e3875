"""Evidence that several figures share."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Evidence, by_seed, loglog_slope


def exponents(curves: dict[str, tuple[pd.DataFrame, str]]) -> Evidence:
    """Return the exponents in d of root mean squares over seeds, one for each named curve of rows
    and column.
    """
    matrices = [by_seed(runs, column, "d") for runs, column in curves.values()]
    sizes = [matrix.columns.to_numpy(dtype=float) for matrix in matrices]
    ends = np.cumsum([len(d) for d in sizes])[:-1]

    def fit(squares: np.ndarray) -> np.ndarray:
        parts = zip(sizes, np.split(squares, ends), strict=True)
        return np.array([loglog_slope(d, part) / 2 for d, part in parts])

    squares = np.hstack([matrix.to_numpy() ** 2 for matrix in matrices])
    return Evidence(squares, list(curves), fit=fit)
