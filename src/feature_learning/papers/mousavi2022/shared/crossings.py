"""Sample sizes at which the error or the alignment crosses its level (prop-d)."""

import numpy as np
import pandas as pd

from feature_learning.statistics import Tables, by_seed, crossing

ERROR, ALIGNMENT, HALF = 0.2, 0.9, 0.5


def samples_needed(tables: Tables, value: str) -> pd.DataFrame:
    """Return the samples at which the network's ``alignment`` or ``error`` on the cube reaches its
    level, one row per seed and one column per dimension; NaN where it does not.
    """
    runs = tables.runs("samples", target="cube")
    return _crossings(runs[runs["d"] != runs["plateau_d"]], value)


def link_samples(tables: Tables, target: str) -> pd.DataFrame:
    """Return the samples at which the alignment on another link reaches its level, as above."""
    return _crossings(tables.runs("links", target=target), "alignment")


def kernel_samples(tables: Tables) -> pd.DataFrame:
    """Return the samples at which the kernel's mean error is a half, one row per degree, law of the
    inputs and dimension.
    """
    means = tables.runs("tangent_powers").groupby(["p", "law", "d", "n"])["error"].mean()
    rows = []
    for (p, law, d), curve in means.groupby(["p", "law", "d"]):
        n = curve.index.get_level_values("n").to_numpy(dtype=float)
        rows.append({"p": p, "law": law, "d": d, "n": half_learned(n, curve.to_numpy())})
    return pd.DataFrame(rows)


def half_learned(n: np.ndarray, errors: np.ndarray) -> float:
    """Return the n at which an error falls to a half, interpolated in ln n."""
    return crossing(n, 1 - errors, HALF)


def _crossings(runs: pd.DataFrame, value: str) -> pd.DataFrame:
    columns = {}
    for d, of_d in runs.groupby("d"):
        matrix = by_seed(of_d, value, "n")
        n, curves, level = matrix.columns.to_numpy(dtype=float), matrix.to_numpy(), ALIGNMENT
        if value == "error":  # errors fall roughly as powers, so their logarithms are interpolated
            curves, level = -np.log(curves), -np.log(ERROR)
        columns[d] = pd.Series([crossing(n, curve, level) for curve in curves], matrix.index)
    return pd.DataFrame(columns)
