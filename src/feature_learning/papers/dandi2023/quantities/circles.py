"""Cosines of gradients with the target's two directions."""

from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.published import COLUMNS, published_centres
from feature_learning.papers.dandi2023.quantities.columns import by_column
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, predictions, quantity

_NAMES = {column: column.replace("_", " ") for column in COLUMNS}


def mean_cosine(tables: Tables) -> Quantity:
    """Mean cosine of gradients with the first or the second direction, of neurons with readouts +1
    (``plus``) or -1 (``minus``), by target, d, time and component.
    """
    return by_column(tables, "multi_step", _NAMES, "component", ("target", "d", "time"))


def notebook_cosine(tables: Tables) -> Quantity:
    """The same in the pictures of the authors' notebook, by target, time and component."""
    targets = tables.values("multi_step", "target")
    centres = pd.concat([published_centres(name).assign(target=name) for name in targets])
    parts = [exact(centres, column, ("target", "time")) for column in COLUMNS]
    return joined(parts, component=list(_NAMES.values()))


def cosine_of_first_step(tables: Tables, source: Literal["theory", "notebook"]) -> Quantity:
    """The values of later steps if each were like the first step; NaN at the first."""
    found = notebook_cosine(tables) if source == "notebook" else _predicted_cosine(tables)
    later = np.where(found.points["time"] > 1, 1.0, np.nan)
    return found.at(time=1).like(found).over(later)


def slope_in_plane(tables: Tables) -> Quantity:
    """Slope of the line on which gradients with readouts +1 lie in the plane of both directions, by
    target, d and time.
    """
    second, first = (
        quantity(tables, "planes", value, ("target", "d", "time"))
        for value in ("plus_second", "plus_first")
    )
    return second.over(first)


def _predicted_cosine(tables: Tables) -> Quantity:
    by = ("target", "d", "time")
    parts = [predictions(tables, "multi_step", column, by) for column in COLUMNS]
    return joined(parts, component=list(_NAMES.values()))
