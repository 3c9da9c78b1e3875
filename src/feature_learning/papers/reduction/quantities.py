"""The quantities of this paper's figures, claims and captions."""

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, quantity

SYMBOLS = {"ratio": "n/d^l"}
"""What coordinates are called in the names of points."""
_LARGE = 1000  # the dimension from which on the mean square across the line is averaged


def one_step(tables: Tables, value: str) -> Quantity:
    """Mean cosine ``along`` the target's linear part after one step, with its limit, or cosine
    ``across`` it, by d.
    """
    return quantity(tables, "one_step", value, ("d",))


def one_step_off_limit(tables: Tables) -> Quantity:
    """Mean cosine along the target's linear part minus its limit, by d."""
    return one_step(tables, "along").minus_prediction().predicted_by(None)


def scaled_square_across(tables: Tables) -> Quantity:
    """The mean squared cosine across the line times d, averaged over dimensions from 1000 on."""
    runs = tables.runs("one_step")
    scaled = runs[runs["d"] >= _LARGE].assign(scaled=runs["d"] * runs["across"] ** 2)
    means = scaled.groupby("seed")["scaled"].mean().reset_index()
    limit = exact(tables.theory("one_step"), "scaled_across", [])
    return of_runs(means, "scaled", (), "one_step").predicted_by(limit)


def alignment(tables: Tables) -> Quantity:
    """Mean squared cosine of the first gradient with the direction minus that of a random one, by
    leap, d and n/d^l, predicted in the limit of infinite dimension.
    """
    return quantity(tables, "transition", "alignment", ("leap", "d", "ratio"))


def alignment_off_theory(tables: Tables) -> Quantity:
    """The same minus the theory for the same neurons at the same d."""
    theory = quantity(tables, "transition", "predicted", ("leap", "d", "ratio"))
    return alignment(tables).minus(theory)


def limit_at_smaller_ratio(tables: Tables) -> Quantity:
    """The limit of the alignment at the next smaller n/d^l that is run, by leap, d and n/d^l."""
    limits = alignment(tables).table()
    limits["smaller"] = limits.groupby(["leap", "d"])["predicted"].shift()
    return exact(limits, "smaller", ["leap", "d", "ratio"])
