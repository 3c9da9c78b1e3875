"""The number of seeds that would decide a claim, from its intervals."""

import math
from collections.abc import Sequence

from feature_learning.core.regions import Region
from feature_learning.statistics.intervals import Interval

MOST_TIMES = 1000
"""An estimate lies on its threshold if more than so many times the present seeds would decide it:
the interval's arm is then over thirty times as long as the distance between the two.
"""


def seeds_needed(
    bounds: Sequence[Interval], against: Sequence[Interval], regions: Sequence[Region], seeds: int
) -> int:
    """Return the seeds that would decide if estimates and spreads stayed as they are; 0 where that
    cannot be said.

    Parameters
    ----------
    bounds, against
        Of each point the one-sided bounds that speak for a claim, and the interval that speaks
        against it.
    regions
        The region of each point.
    seeds
        How many were seen.

    Notes
    -----
    One point that is clear of its region decides, so of the points whose estimates lie outside the
    first one to get clear counts; without any, the last one to get inside.
    """
    outside = [
        not low <= interval.estimate <= high
        for interval, (low, high) in zip(bounds, regions, strict=True)
    ]
    if any(outside):
        each = [
            _seeds_for(*pair, seeds)
            for pair, out in zip(zip(against, regions, strict=True), outside, strict=True)
            if out
        ]
        return min(filter(None, each), default=0)
    each = [
        _seeds_for(interval, region, seeds)
        for interval, region in zip(bounds, regions, strict=True)
    ]
    return max(each) if all(each) else 0


def _seeds_for(interval: Interval, region: Region, seeds: int) -> int:
    """Return the seeds at which an interval, shrinking as one over the square root, would lie
    inside its region or clear of it; 0 where it is unbounded, where its region is unknown, or where
    its estimate lies on the threshold.
    """
    (low, high), at = region, interval.estimate
    below, above = at - interval.low, interval.high - at
    if not (math.isfinite(below) and math.isfinite(above)):
        return 0
    # Each arm of the interval against the end of the region that it points to; intervals need not
    # be symmetric.
    if at < low:
        arms = [(above, low - at)]
    elif at > high:
        arms = [(below, at - high)]
    else:
        arms = [(below, at - low), (above, high - at)]
    if not all(distance and (arm / distance) ** 2 <= MOST_TIMES for arm, distance in arms):
        return 0
    return max(seeds, *(math.ceil(seeds * (arm / distance) ** 2) for arm, distance in arms))
