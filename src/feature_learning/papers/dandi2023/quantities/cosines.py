"""Cosines of neurons with the target's directions after one step."""

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.model import strengths
from feature_learning.papers.dandi2023.quantities.columns import by_column
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import of_runs, predictions, quantity

_ONE_STEP = ("target", "alpha", "d")
_PLANE = {"size_1": 1, "size_2": 2}
_LARGE = 128  # dimensions from which on strengths are held against their limit


def cosine_along_line(tables: Tables) -> Quantity:
    """Mean cosine with the target's linear part after a step at n = alpha d, by target, alpha, d
    and the sign of the readout.
    """
    signs = {"plus_along": "plus", "minus_along": "minus"}
    return by_column(tables, "one_step", signs, "sign", _ONE_STEP)


def cosine(tables: Tables, value: str) -> Quantity:
    """Root mean square cosine off that line (``off_line``) or with the directions of the target
    (``size``), by target, alpha and d.
    """
    return quantity(tables, "one_step", value, _ONE_STEP, "root mean square")


def least_in_space(tables: Tables) -> Quantity:
    """Part of the norm in the target's space of the neuron that has least of it, by target, alpha
    and d.
    """
    runs = tables.runs("one_step")
    least = [np.sqrt((block**2).sum(axis=1).min()) for block in _blocks(runs)]
    return of_runs(runs.assign(least=least), "least", _ONE_STEP, "one_step")


def least_strength(tables: Tables) -> Quantity:
    """Smaller singular value of the neurons' cosines over sqrt p for leap 2, by batch and d."""
    runs = tables.runs("leap_two")
    runs = runs.assign(least=[strengths(block)[-1] for block in _blocks(runs)])
    return of_runs(runs, "least", ("batch", "d"), "leap_two").averaged("root mean square")


def least_of_leaps(tables: Tables) -> Quantity:
    """Smallest singular value of the neurons' cosines over sqrt p after a step on pure leaps along
    several directions, by leap, number of directions and d.
    """
    by = ("leap", "directions", "d")
    return quantity(tables, "full_rank", "least", by, "root mean square")


def predicted_least(tables: Tables) -> Quantity:
    """Its prediction, which reaches larger d."""
    return predictions(tables, "full_rank", "least", ("leap", "directions", "d"))


def cosine_with_plane(tables: Tables) -> Quantity:
    """Root mean square cosine with each direction of leap 2 after a step, by batch, direction and
    d, for large d.
    """
    found = by_column(tables, "leap_two", _PLANE, "direction", ("batch", "d"), predicted="size")
    least = min(_LARGE, found.points["d"].max())
    return found.averaged("root mean square").at(d=lambda d: d >= least)


def cosine_by_degree(tables: Tables, largest: int = 0) -> Quantity:
    """Root mean square cosine with the directions of degrees 2 and 3 after a step at n = 4 d^2, by
    degree and d: at all d, or at as many of the largest.
    """
    degrees = {"size_1": 2, "size_2": 3}
    found = by_column(tables, "exclusion", degrees, "degree", ("d",)).averaged("root mean square")
    return found.at(d=tables.values("exclusion", "d")[-largest:])  # 0: from the first


def _blocks(runs: pd.DataFrame) -> list[np.ndarray]:
    """Return the neurons' cosines with both directions, (neurons, 2), run by run."""
    return [np.column_stack(pair) for pair in zip(runs["first"], runs["second"], strict=True)]
