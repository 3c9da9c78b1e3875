"""The number of seeds that a claim needs: the judge, tried on samples drawn from a pilot."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from feature_learning.core.regions import Test
from feature_learning.statistics.estimated import resampled
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.verdicts import ERROR, INCONCLUSIVE, holds, judge

POWER = 0.9
MOST_SEEDS = 256
_RESAMPLES = 200


def seeds_to_reproduce(
    test: Test, pilot: Sequence[Quantity], error: float = ERROR, power: float = POWER
) -> int | None:
    """Return the seeds at which a claim comes out as reproduced with the given probability, if the
    pilot is right.

    Parameters
    ----------
    test
        What the claim declares.
    pilot
        Its quantities from a pilot with seeds of its own.
    error
        The judge's error.
    power
        The wanted probability.

    Returns
    -------
    seeds
        Counted as rows of the quantity; None if more than `MOST_SEEDS` would be needed.

    References
    ----------
    Derived here: the judge decides on samples drawn with replacement from the pilot's seeds, all
    points of a seed together. Such samples vary less than the pilot's law by (m - 1)/m for a pilot
    of m seeds, so their number is raised by m/(m - 1). The resampling is that of B. Efron and R. J.
    Tibshirani, An Introduction to the Bootstrap (1993), section 25.4.
    """
    return _fewest(pilot, lambda drawn: holds(test, drawn, error), power)


def seeds_to_decide(
    test: Test, found: Sequence[Quantity], error: float = ERROR, power: float = POWER
) -> int | None:
    """Return the seeds at which a claim gets any verdict but inconclusive with the given
    probability.

    The method and the other parameters are those of `seeds_to_reproduce`.

    Parameters
    ----------
    test
        What the claim declares.
    found
        Its quantities from the run so far, which take the pilot's place.
    error
        The judge's error.
    power
        The wanted probability.
    """
    return _fewest(found, lambda drawn: judge(test, drawn, error).verdict != INCONCLUSIVE, power)


def _fewest(
    pilot: Sequence[Quantity], decided: Callable[[Sequence[Quantity]], bool], power: float
) -> int | None:
    """Return the fewest seeds at which enough samples are decided, found by doubling and then
    halving.
    """
    count = min(len(part.values) for part in pilot)
    if count < 2:
        return None

    def enough(seeds: int) -> bool:
        rng = np.random.default_rng(seeds)
        failures = 0
        for _ in range(_RESAMPLES):
            rows = rng.integers(count, size=seeds)
            failures += not decided([resampled(part, rows) for part in pilot])
            if failures > (1 - power) * _RESAMPLES:
                return False
        return True

    low, high = 2, 3
    most = MOST_SEEDS * (count - 1) // count
    while not enough(high):
        if high >= most:
            return None
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return math.ceil(high * count / (count - 1))
