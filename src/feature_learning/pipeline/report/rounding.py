"""Differences of tables, and how large rounding makes them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

ROUNDING = 1e-4
"""Two kinds of processor differ by less than this share of a column's largest number.

Single precision rounds by 6e-8 of a number, and a thousand roundings may add up. An experiment
whose runs differ by more, since neighbouring paths part, declares under ``rounding`` why.
"""
SMALL = 1e-6
"""A column without larger numbers is compared as if it had this one: what is left of numbers of
order one that cancel is rounding, whatever its own size.
"""


def column_gap(one: Sequence[Any], other: Sequence[Any]) -> float:
    """Return the largest difference of two columns over their largest finite number, which counts
    as `SMALL` at least.

    Relative to the column, since rounding of the large numbers is what the small ones were made of.

    Parameters
    ----------
    one, other
        Cells of two tables, row by row: numbers, lists of numbers or texts.

    Returns
    -------
    gap
        0 for equal columns, infinite for columns that cannot be compared.

    Examples
    --------
    >>> column_gap([1.0, 4.0], [1.0, 4.002]) < 1e-3
    True
    >>> column_gap([1e-16], [-3e-16]) < ROUNDING
    True
    >>> column_gap(["a"], ["b"])
    inf
    """
    if [np.shape(cell) for cell in one] != [np.shape(cell) for cell in other]:
        return float("inf")
    try:
        a, b = (
            np.concatenate(
                [np.ravel(np.asarray(cell, dtype=float)) for cell in column] or [np.empty(0)]
            )
            for column in (one, other)
        )
    except (TypeError, ValueError):
        return 0.0 if list(one) == list(other) else float("inf")
    differ = ~((a == b) | (np.isnan(a) & np.isnan(b)))
    if not differ.any():
        return 0.0
    largest = max(np.abs(part[np.isfinite(part)]).max(initial=SMALL) for part in (a, b))
    gap = np.abs(a[differ] - b[differ]).max()
    return float(gap / largest) if np.isfinite(gap) else float("inf")
