"""The quantities of this paper's claims."""

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import of_runs, quantity

SYMBOLS = {"ratio": "N/d"}
_BEYOND = 1.02


def end(tables: Tables, which: str) -> Quantity:
    """An extreme singular value with its limit, by d and N/d."""
    return quantity(tables, "extremes", which, ("d", "ratio"))


def inside(tables: Tables) -> Quantity:
    """The fraction of seeds of which both extremes stay within 2 % of the bulk, by d and N/d."""
    by = ["d", "ratio"]
    runs = tables.runs("extremes").merge(tables.theory("extremes"), on=by, suffixes=("", "_limit"))
    upper, lower = _BEYOND * runs["largest_limit"], runs["smallest_limit"] / _BEYOND
    held = (runs["largest"] < upper) & (runs["smallest"] > lower)
    return of_runs(runs.assign(held=held), "held", by, "extremes").averaged("fraction")
