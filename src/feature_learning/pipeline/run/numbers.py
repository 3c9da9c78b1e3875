"""The numbers of quantities that the texts of a figure quote."""

import importlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.errors import MissingError
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.quantity import Part
from feature_learning.pipeline.run.quantities import quantity_of
from feature_learning.plotting.slopes import measured
from feature_learning.statistics.quantity import Quantity

_FIELDS = (
    *("points", "seeds", "least", "most", "farthest", "outside"),
    *("estimate", "low", "high", "measured", "predicted"),
)


def quoted(numbers: Mapping[str, Part], paper: str, tables: Tables) -> dict[str, Any]:
    """Return the fields of all numbers, such as ``slope.estimate``.

    Parameters
    ----------
    numbers
        The declared quantities by name.
    paper, tables
        The paper's key and tables.

    Returns
    -------
    dict
        Where the run lacks a point of a quantity, its fields are None, and the texts leave out the
        sentences that quote them.
    """
    if not numbers:
        return {}
    named = importlib.import_module(f"feature_learning.papers.{paper}.quantities")
    found: dict[str, Any] = {}
    for name, part in numbers.items():
        try:
            quantity = quantity_of(part, tables, named)
            fields = fields_of(quantity) if len(quantity.points) else dict.fromkeys(_FIELDS)
        except MissingError:
            fields = dict.fromkeys(_FIELDS)
        found |= {f"{name}.{field}": value for field, value in fields.items()}
    return found


def fields_of(quantity: Quantity) -> dict[str, Any]:
    """Return the fields of a quantity.

    Parameters
    ----------
    quantity
        The quantity, with the points that count.

    Returns
    -------
    dict
        ``points`` and ``seeds`` (their numbers), ``least``, ``most`` and ``farthest`` (estimates:
        the ends, and the one farthest from zero); with a prediction ``outside``, the number of
        intervals that exclude it; of a single point ``estimate``, ``low``, ``high``, ``measured``
        (all three in words) and ``predicted``.
    """
    intervals = quantity.intervals()
    estimates = np.array([one.estimate for one in intervals])
    known = estimates[~np.isnan(estimates)]
    fields: dict[str, Any] = {
        "points": len(intervals),
        "seeds": quantity.fewest,
        "least": float(known.min()) if known.size else np.nan,
        "most": float(known.max()) if known.size else np.nan,
        "farthest": float(known[np.abs(known).argmax()]) if known.size else np.nan,
    }
    if quantity.prediction is not None:
        predicted = [one.estimate for one in quantity.prediction.like(quantity).intervals()]
        pairs = list(zip(intervals, predicted, strict=True))
        fields["outside"] = sum(not one.low <= value <= one.high for one, value in pairs)
        if len(intervals) == 1:
            fields["predicted"] = predicted[0]
    if len(intervals) == 1:
        (one,) = intervals
        ends = {"estimate": one.estimate, "low": one.low, "high": one.high}
        fields |= ends | {"measured": measured(one)}
    return fields
