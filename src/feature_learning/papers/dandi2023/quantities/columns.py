"""Several columns of one experiment as one quantity."""

from collections.abc import Mapping, Sequence
from typing import Any

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined, quantity


def by_column(
    tables: Tables,
    experiment: str,
    columns: Mapping[str, Any],
    coordinate: str,
    by: Sequence[str],
    *,
    predicted: str = "",
) -> Quantity:
    """Return several columns, with their predictions where there are any.

    Parameters
    ----------
    tables, experiment, by, predicted
        As for `quantity`.
    columns, coordinate
        For each column its value of a further coordinate, and what that is called.
    """
    parts = [quantity(tables, experiment, one, by, predicted=predicted) for one in columns]
    named = {coordinate: list(columns.values())}
    known = [part.prediction for part in parts if part.prediction is not None]
    return joined(parts, **named).predicted_by(joined(known, **named) if known else None)
