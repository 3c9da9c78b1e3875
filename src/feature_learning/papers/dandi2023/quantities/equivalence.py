"""Gaussian features that stand for those of a network after one step."""

import numpy as np

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import quantity

_TRUE = "true-features"


def excess_error(tables: Tables) -> Quantity:
    """Error on Gaussian features minus that on true ones, over the mean of the latter, by model,
    time and n/d.
    """
    error = quantity(tables, "equivalence", "error", ("model", "time", "alpha"))
    true = error.at(model=_TRUE)
    excess = error.at(model=["conditional", "matched"]).minus(true)
    means = [interval.estimate for interval in true.like(excess).intervals()]
    return excess.over(np.array(means))


def update_ratio(tables: Tables) -> Quantity:
    """Second singular value of the change of the weights over the first, by d."""
    second, first = (
        quantity(tables, "update_rank", value, ("d",)) for value in ("second", "first")
    )
    return second.over(first)
