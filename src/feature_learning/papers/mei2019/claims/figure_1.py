"""Evidence for figure-1."""

import numpy as np

from feature_learning.papers.mei2019.claims import RIDGE, curve, dimensions, predicted
from feature_learning.statistics import Evidence, Tables


def peak(tables: Tables) -> Evidence:
    d = dimensions(tables)[-1]
    errors = curve(tables, "test", 0.0, d)
    excess = errors[[1.0]].to_numpy() - 10 * errors[[2.0]].to_numpy()
    (without,) = -9 * predicted(tables, "test", 0.0, d, [2.0])
    return Evidence(excess, ["N/n = 1"], estimate="median").against(without)


def double_descent(tables: Tables) -> Evidence:
    errors = curve(tables, "test", 0.0, dimensions(tables)[-1])
    steps = [(0.2, 0.5), (0.8, 0.5), (0.9, 0.8), (0.5, 4.0)]
    observed = np.column_stack([errors[high] - errors[low] for high, low in steps])
    return Evidence(observed, [f"{high} over {low}" for high, low in steps], estimate="median")


def bounded_peak(tables: Tables) -> Evidence:
    errors = curve(tables, "test", RIDGE, dimensions(tables)[-1])[[1.0]]
    return Evidence(errors.to_numpy(), ["N/n = 1"])
