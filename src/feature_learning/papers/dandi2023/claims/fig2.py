"""Evidence for fig2."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed
from feature_learning.statistics.exponents import crossing, loglog_slope

THRESHOLD = 0.25


def controlled(tables: Tables) -> pd.DataFrame:
    """Return the runs with ``controlled``: the neurons' own overlaps, on which the alignment depends, exchanged for random ones.

    The column is the alignment less its prediction at these overlaps, plus its prediction for random neurons at this d.
    """
    law = tables.theory("transition")[["leap", "factor", "ratio", "finite"]]
    runs = tables.runs("transition").merge(law, on=["leap", "factor", "ratio"])
    return runs.assign(gap=runs["alignment"] - runs["predicted"], controlled=runs["alignment"] - runs["predicted"] + runs["finite"])


def _of_leap(tables: Tables, leap: int, largest: bool = False) -> pd.DataFrame:
    runs = controlled(tables)
    runs = runs[runs["leap"] == leap]
    return runs[runs["d"].isin(sorted(runs["d"].unique())[-2:])] if largest else runs


def _exponent(tables: Tables, leap: int) -> Evidence:
    runs = _of_leap(tables, leap)
    dimensions = sorted(runs["d"].unique())
    curves = [by_seed(runs[runs["d"] == d], "controlled", "n") for d in dimensions]
    sizes = [curve.columns.to_numpy(dtype=float) for curve in curves]
    ends = np.cumsum([len(size) for size in sizes])[:-1]

    def exponent(values: np.ndarray) -> float:
        at = [crossing(size, curve, THRESHOLD) for size, curve in zip(sizes, np.split(values, ends), strict=True)]
        return loglog_slope(np.array(dimensions, dtype=float), np.array(at))

    return Evidence(np.hstack([curve.to_numpy() for curve in curves]), ["exponent of n in d"], fit=exponent)


def exponent_1(tables: Tables) -> Evidence:
    return _exponent(tables, 1)


def exponent_2(tables: Tables) -> Evidence:
    return _exponent(tables, 2)


def exponent_3(tables: Tables) -> Evidence:
    return _exponent(tables, 3)


def _gaps(tables: Tables, leap: int) -> Evidence:
    runs = _of_leap(tables, leap, largest=True)
    parts = []
    for d, of_d in runs.groupby("d"):
        matrix = by_seed(of_d, "gap", "ratio")
        parts += [(f"d = {d}, n/d^{leap} = {ratio:g}", matrix[ratio].to_numpy()) for ratio in matrix]
    return Evidence.stacked(parts)


def finite_d_1(tables: Tables) -> Evidence:
    return _gaps(tables, 1)


def finite_d_2(tables: Tables) -> Evidence:
    return _gaps(tables, 2)


def finite_d_3(tables: Tables) -> Evidence:
    return _gaps(tables, 3)


def collapse(tables: Tables) -> Evidence:
    parts = []
    for leap in sorted(map(int, tables.runs("transition")["leap"].unique())):
        runs = _of_leap(tables, leap, largest=True)
        near, far = (by_seed(part, "controlled", "ratio") for _, part in runs.groupby("d"))
        parts += [(f"l = {leap}, n/d^l = {ratio:g}", (near[ratio] - far[ratio]).to_numpy()) for ratio in near]
    return Evidence.stacked(parts)
