"""The strength of the spike at which a method's risk is 1/4, one criterion for all methods."""

import math
from collections.abc import Sequence

import numpy as np

LEVEL = 0.25
"""The risk of what counts as learned; that of nothing is 1."""


def learned_at(gammas: Sequence[float] | np.ndarray, risks: np.ndarray) -> float:
    """Return the last gamma at which a curve falls below `LEVEL`, interpolated in the logarithm of
    the risk; NaN where it does not.

    Examples
    --------
    >>> round(learned_at([0.4, 0.6], np.array([0.5, 0.125])), 12)
    0.5
    """
    heights = np.log(risks) - math.log(LEVEL)
    falls = np.flatnonzero((heights[:-1] > 0) & (heights[1:] <= 0))
    if not falls.size:
        return math.nan
    at = int(falls[-1])
    share = heights[at] / (heights[at] - heights[at + 1])
    return float(gammas[at] + share * (gammas[at + 1] - gammas[at]))
