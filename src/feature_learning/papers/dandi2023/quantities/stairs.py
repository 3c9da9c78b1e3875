"""The error by stairs of the batch size and of time."""

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import quantity


def one_step_error(tables: Tables) -> Quantity:
    """Error of the best function of what one step learns on leaps 1 to 3, by log n/log d."""
    return quantity(tables, "batch_stairs", "error", ("log_size",))


def staircase_error(tables: Tables) -> Quantity:
    """Error of the best function of what several steps learn on a staircase, by time."""
    return quantity(tables, "time_stairs", "error", ("time",))
