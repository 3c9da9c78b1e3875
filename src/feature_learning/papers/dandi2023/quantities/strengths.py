"""How strongly the directions beyond the first are in the weights after one and two steps."""

from feature_learning.papers.dandi2023.quantities.columns import by_column
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import quantity

_COLUMNS = {"strength_1": 1, "strength_2": 2}


def strength(tables: Tables) -> Quantity:
    """Singular values over sqrt p of the neurons' cosines with the span of w2 and w3, by their
    number, case and time.
    """
    return by_column(tables, "direction_count", _COLUMNS, "strength", ("case", "time"))


def scaled_strength(tables: Tables) -> Quantity:
    """The same times sqrt d, which is of order one where nothing is learned."""
    return strength(tables).over(tables.value("direction_count", "d") ** -0.5)


def second_of_varied(tables: Tables) -> Quantity:
    """Strength of the second new direction of f2 with readouts spread evenly, by d and time."""
    return quantity(tables, "two_directions", "strength_2", ("d", "time"))
