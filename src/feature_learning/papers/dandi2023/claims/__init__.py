"""Evidence that several figures share."""

import numpy as np
import pandas as pd

from feature_learning.statistics.evidence import Evidence, by_seed
from feature_learning.statistics.exponents import loglog_slope


def exponents(curves: dict[str, tuple[pd.DataFrame, str]]) -> Evidence:
    """Return the exponents in d of root mean squares over seeds, one for each named curve of rows and column."""
    matrices = {name: by_seed(runs, column, "d") for name, (runs, column) in curves.items()}
    ends = np.cumsum([matrix.shape[1] for matrix in matrices.values()])[:-1]

    def fit(squares: np.ndarray) -> np.ndarray:
        parts = zip(matrices.values(), np.split(squares, ends), strict=True)
        return np.array([loglog_slope(matrix.columns.to_numpy(dtype=float), part) / 2 for matrix, part in parts])

    return Evidence(np.hstack([matrix.to_numpy() ** 2 for matrix in matrices.values()]), list(matrices), fit=fit)
