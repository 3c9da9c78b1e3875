"""Error of random features and kernels, and the plateaus of theory."""

import numpy as np

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, predictions, quantity

_JOINT = ("log_size", "log_width")


def error_of_features(tables: Tables, experiment: str) -> Quantity:
    """Error by what is finite, samples or features, and the logarithm of its size over log d."""
    found = quantity(tables, experiment, "error", ("varied", "log_size"))
    return found.renamed(log_size="log_varied")


def plateau(tables: Tables) -> Quantity:
    """The predicted error by what is finite, d and the logarithm of its size over log d."""
    found = predictions(tables, "plateaus", "error", ("varied", "d", "log_size"))
    return found.renamed(log_size="log_varied")


def distance_from_stair(tables: Tables) -> Quantity:
    """Distance of the predicted error from what polynomials of the degree below the logarithm of
    the size over log d leave, at the same points.
    """
    found = plateau(tables).table()
    left = 3 - np.floor(found["log_varied"])
    gaps = found.assign(gap=(found["estimate"] - left).abs())
    return exact(gaps, "gap", ("varied", "d", "log_varied"))


def error_of_uneven(tables: Tables) -> Quantity:
    """Error by log n/log d and log p/log d, away from n = p."""
    found = quantity(tables, "joint", "error", _JOINT)
    uneven = found.with_coordinate(uneven="log_size != log_width")
    return uneven.at(uneven=True)


def stair_of_smaller(tables: Tables) -> Quantity:
    """The theorem's limit of the error, 3, 2 or 1 by the smaller of n and p, at the same points."""
    points = error_of_uneven(tables).points
    smaller = points[list(_JOINT)].min(axis=1)
    return exact(points.assign(left=3 - np.floor(smaller)), "left", _JOINT)
