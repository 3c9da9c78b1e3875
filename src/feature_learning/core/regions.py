"""Regions that a claim's quantity must lie in."""

import math
from collections.abc import Sequence

Region = tuple[float, float]


def excluded(values: Sequence[float], regions: Sequence[Region]) -> list[bool]:
    """Return at which points a region excludes the rival. An end of a region belongs to what it
    excludes, since no interval around it lies inside.

    Parameters
    ----------
    values : (points,)
        The rival; NaN where it says nothing.
    regions
        The region of each point.

    Examples
    --------
    >>> excluded([0.0, 0.5, float("nan")], [(0.0, 1.0), (0.0, 1.0), (0.0, 1.0)])
    [True, False, False]
    """
    return [
        not math.isnan(value) and not low < value < high
        for value, (low, high) in zip(values, regions, strict=True)
    ]
