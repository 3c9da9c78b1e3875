"""The judge: an interval against the region that the claim declared before the run."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.regions import Region, Test
from feature_learning.statistics import intervals
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.intervals import Interval
from feature_learning.statistics.means import geometric_means, means
from feature_learning.statistics.regions import regions_of

ERROR = 0.05
"""What a verdict may err with, either way."""
MOST_TIMES = 1000
"""An estimate lies on its threshold if more than so many times the present seeds would decide it:
the interval's arm is then over thirty times as long as the distance between the two.
"""

REPRODUCED = "reproduced"
PARTLY = "partly"
NOT_REPRODUCED = "not reproduced"
INCONCLUSIVE = "inconclusive"
NOT_TESTABLE = "not testable at this scale"
VERDICTS = (REPRODUCED, PARTLY, NOT_REPRODUCED, INCONCLUSIVE, NOT_TESTABLE)


@dataclass(frozen=True)
class Judgement:
    """A verdict and what it rests on, point by point.

    Attributes
    ----------
    verdict
        One of `VERDICTS`.
    seeds
        How many seeds were seen (0 for computed numbers).
    diverged
        How many of them diverged at some point.
    seeds_needed
        How many would decide an inconclusive claim if estimates and spread stayed as they are; 0
        where that does not apply, cannot be said, or is more than `MOST_TIMES` times the present
        number.
    points, found, regions
        Names, intervals and acceptance regions.
    rival, excluded
        What each point would be if the claim were false, and whether its region excludes that.
    """

    verdict: str
    seeds: int
    diverged: int
    seeds_needed: int
    points: Sequence[str]
    found: Sequence[Interval]
    regions: Sequence[Region]
    rival: Sequence[float] = ()
    excluded: Sequence[bool] = ()

    @property
    def cannot_fail(self) -> bool:
        """Whether the rival lies in the region of every point."""
        return bool(self.rival) and not any(self.excluded)


def judge(test: Test, evidence: Evidence, error: float = ERROR) -> Judgement:
    """Judge evidence by the declared test.

    A claim says that every one of its points lies in its region. It is reproduced where the
    one-sided bounds of every point, each of level ``1 - error``, lie inside. A point is outside
    where its interval of level ``1 - error``, by Holm's procedure over the points, is disjoint from
    its region (for a one-sided region: its one-sided bound). With a point outside and none inside
    the claim is not reproduced, with both it is partly reproduced. Everything else is inconclusive.

    Parameters
    ----------
    test
        What the claim declares.
    evidence
        What its function found.
    error
        The probability, at most, of "reproduced" where a point is truly outside, and of "not
        reproduced" or "partly" where all points are truly inside.

    Raises
    ------
    UserError
        The claim declares a margin and the evidence predicts nothing.

    References
    ----------
    R. L. Berger, Multiparameter hypothesis testing and acceptance sampling, Technometrics 24
    (1982), for the intersection-union test, which needs no correction over the points. D. J.
    Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987), for two one-sided tests. S. Holm, A simple
    sequentially rejective multiple test procedure, Scand. J. Stat. 6 (1979).
    """
    regions = regions_of(test, evidence)
    bounds, inside = _inside(test, evidence, regions, error)
    outside = _outside(test, evidence, regions, error)
    if all(inside):
        verdict = REPRODUCED
    elif any(outside):
        verdict = PARTLY if any(inside) else NOT_REPRODUCED
    else:
        verdict = INCONCLUSIVE
    seeds = 0 if evidence.estimate == "exact" else len(evidence.observed)
    needed = _seeds_needed(
        bounds, _against(test, evidence, regions, error, len(regions)), regions, seeds
    )
    return Judgement(
        verdict,
        seeds,
        evidence.diverged,
        needed if verdict == INCONCLUSIVE else 0,
        list(evidence.points),
        bounds,
        regions,
    )


def holds(test: Test, evidence: Evidence, error: float = ERROR) -> bool:
    """Return whether `judge` finds that a claim is reproduced; errors are raised as there.

    Parameters
    ----------
    test
        What the claim declares.
    evidence
        What its function found.
    error
        The judge's error.
    """
    return all(_inside(test, evidence, regions_of(test, evidence), error)[1])


def centred(test: Test, evidence: Evidence) -> bool:
    """Return whether every estimate lies in its region, whatever its interval; errors are raised as
    by `judge`.

    Parameters
    ----------
    test
        What the claim declares.
    evidence
        What its function found.
    """
    regions = regions_of(test, evidence)
    found = _intervals(test, evidence, 1 - 2 * ERROR)
    return all(
        low <= interval.estimate <= high
        for interval, (low, high) in zip(found, regions, strict=True)
    )


def _inside(
    test: Test, evidence: Evidence, regions: Sequence[Region], error: float
) -> tuple[list[Interval], list[bool]]:
    """Return the one-sided bounds of each point, and which points lie inside their regions."""
    bounds = _intervals(test, evidence, 1 - 2 * error)
    return bounds, [
        low <= interval.low and interval.high <= high
        for interval, (low, high) in zip(bounds, regions, strict=True)
    ]


def _outside(test: Test, evidence: Evidence, regions: Sequence[Region], error: float) -> list[bool]:
    """Return which points lie outside their regions; Holm: each point found leaves a larger share
    of the error to the others.
    """
    outside = [False] * len(regions)
    while not all(outside):
        intervals_ = _against(test, evidence, regions, error, outside.count(False))
        found = [
            interval.high < low or high < interval.low
            for interval, (low, high) in zip(intervals_, regions, strict=True)
        ]
        if not any(new and not known for new, known in zip(found, outside, strict=True)):
            break
        outside = [new or known for new, known in zip(found, outside, strict=True)]
    return outside


def _against(
    test: Test, evidence: Evidence, regions: Sequence[Region], error: float, points: int
) -> list[Interval]:
    """Return the intervals that speak against the regions: one-sided bounds where the region is
    one-sided.
    """
    two_sided, one_sided = (
        _intervals(test, evidence, 1 - sides * error / points) for sides in (1, 2)
    )
    return [
        two if math.isfinite(low) and math.isfinite(high) else one
        for two, one, (low, high) in zip(two_sided, one_sided, regions, strict=True)
    ]


def _intervals(test: Test, evidence: Evidence, level: float) -> list[Interval]:
    """Return the two-sided interval of each point."""
    if evidence.bounds is not None:
        return list(evidence.bounds(evidence.observed, level))
    if evidence.fit is not None:
        return [
            intervals.fitted(evidence.observed, _component(evidence.fit, k), level)
            for k in range(len(evidence.points))
        ]
    if evidence.estimate == "exact":
        return [Interval.exact(float(value)) for value in evidence.observed[0]]
    if evidence.estimate == "mean":
        average = geometric_means if test.scale == "log" else means
        sizes = [
            max((abs(end) for end in region if math.isfinite(end)), default=0.0)
            for region in regions_of(test, evidence)
        ]
        return average(evidence.observed, level, np.array(sizes))
    estimate = intervals.median if evidence.estimate == "median" else intervals.fraction
    return [estimate(column, level) for column in evidence.observed.T]


def _component(
    fit: Callable[[np.ndarray], float | np.ndarray], place: int
) -> Callable[[np.ndarray], float]:
    return lambda curve: float(np.atleast_1d(fit(curve))[place])


def _seeds_needed(
    bounds: Sequence[Interval], against: Sequence[Interval], regions: Sequence[Region], seeds: int
) -> int:
    """Return the seeds that would decide if estimates and spreads stayed as they are; 0 where that
    cannot be said.

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
    inside its region or clear of it; 0 where it is unbounded or its estimate lies on the threshold.
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
    if any(distance == 0 or (arm / distance) ** 2 > MOST_TIMES for arm, distance in arms):
        return 0
    return max(seeds, *(math.ceil(seeds * (arm / distance) ** 2) for arm, distance in arms))
