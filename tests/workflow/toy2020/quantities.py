"""What figures draw and claims test."""

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import predictions, quantity


def height(tables: Tables) -> Quantity:
    """The line, by slope and x."""
    return quantity(tables, "line", "y", ("slope", "x"))


def centre(tables: Tables) -> Quantity:
    """The mean of the cloud."""
    return quantity(tables, "cloud", "mean", ())


def power(tables: Tables) -> Quantity:
    """Powers, by power and x."""
    return predictions(tables, "powers", "y", ("power", "x"))
