"""The judge: an interval against the region that the claim declared before the run."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.regions import Region, Test
from feature_learning.statistics.intervals import Interval
from feature_learning.statistics.needed import seeds_needed
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.regions import regions_of

ERROR = 0.05
"""What a verdict may err with, either way."""

REPRODUCED = "reproduced"
MIXED = "mixed"
NOT_REPRODUCED = "not reproduced"
INCONCLUSIVE = "inconclusive"
NEEDS_LARGER = "needs larger sizes"
NOT_TESTABLE = "not testable with these values"
VERDICTS = (REPRODUCED, MIXED, NOT_REPRODUCED, INCONCLUSIVE, NEEDS_LARGER, NOT_TESTABLE)


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
        where that does not apply, cannot be said, or is more than `needed.MOST_TIMES` times the
        present number.
    points, found, regions
        Names, intervals and acceptance regions.
    rival, excluded
        What each point would be if the claim were false, and whether its region excludes that.
    why
        Why it is not testable, where values of this run are the reason.
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
    why: str = ""

    @property
    def cannot_fail(self) -> bool:
        """True if the rival lies in the region of every point."""
        return bool(self.rival) and not any(self.excluded)


@dataclass(frozen=True)
class Case:
    """What is tested: quantities, and the region of each of their points.

    Attributes
    ----------
    parts
        The quantities. Their seeds are the same, or those of different experiments.
    regions
        For each of them the regions of its points.
    """

    parts: Sequence[Quantity]
    regions: Sequence[Sequence[Region]]

    @classmethod
    def of(cls, test: Test, found: Sequence[Quantity]) -> "Case":
        """Return the case of a claim.

        Parameters
        ----------
        test
            What the claim declares.
        found
            What the claim is about.

        Raises
        ------
        UserError
            The claim declares a margin, and nothing is predicted.
        """
        return cls(found, regions_of(test, found))

    @property
    def region(self) -> list[Region]:
        """The regions of all points."""
        return [region for group in self.regions for region in group]

    def bounds(self, error: float) -> list[Interval]:
        """Return both one-sided bounds of every point, each of level ``1 - error``."""
        return self._at_level(1 - 2 * error)

    def against(self, error: float, points: int) -> list[Interval]:
        """Return the intervals that speak against the regions: one-sided bounds where a region is
        one-sided.

        Parameters
        ----------
        error, points
            The error, and how many points share it.
        """
        two, one = (self._at_level(1 - sides * error / points) for sides in (1, 2))
        bounded = [math.isfinite(low) and math.isfinite(high) for low, high in self.region]
        return [a if both else b for a, b, both in zip(two, one, bounded, strict=True)]

    def _at_level(self, level: float) -> list[Interval]:
        found: list[Interval] = []
        for part, group in zip(self.parts, self.regions, strict=True):
            ends = [[abs(end) for end in region if math.isfinite(end)] for region in group]
            found += part.intervals(level, np.array([max(each, default=0.0) for each in ends]))
        return found

    def inside(self, error: float) -> list[bool]:
        """Return at which points both bounds lie in the region."""
        return [
            low <= interval.low and interval.high <= high
            for interval, (low, high) in zip(self.bounds(error), self.region, strict=True)
        ]

    def outside(self, error: float) -> list[bool]:
        """Return which points are clear of their regions; Holm: each point found leaves a larger
        part of the error to the others.
        """
        found = [False] * len(self.region)
        while not all(found):
            against = self.against(error, found.count(False))
            further = [
                known or interval.high < low or high < interval.low
                for known, interval, (low, high) in zip(found, against, self.region, strict=True)
            ]
            if further == found:
                break
            found = further
        return found


def judge(test: Test, found: Sequence[Quantity], error: float = ERROR) -> Judgement:
    """Judge what was found by the declared test.

    A claim says that every one of its points lies in its region. It is reproduced where the
    one-sided bounds of every point, each of level ``1 - error``, lie inside. A point is outside
    where its interval of level ``1 - error``, by Holm's procedure over the points, is disjoint from
    its region (for a one-sided region: its one-sided bound). With a point outside and none inside
    the claim is not reproduced, with both it is mixed. Everything else is inconclusive.

    Parameters
    ----------
    test
        What the claim declares.
    found
        What the claim is about.
    error
        The probability, at most, of "reproduced" where a point is truly outside, and of "not
        reproduced" or "mixed" where all points are truly inside.

    Raises
    ------
    UserError
        The claim declares a margin and nothing is predicted.

    References
    ----------
    R. L. Berger, Multiparameter hypothesis testing and acceptance sampling, Technometrics 24
    (1982), for the intersection-union test, which needs no correction over the points. D. J.
    Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987), for two one-sided tests. S. Holm, A simple
    sequentially rejective multiple test procedure, Scand. J. Stat. 6 (1979).
    """
    case = Case.of(test, found)
    inside, outside = case.inside(error), case.outside(error)
    verdict = INCONCLUSIVE
    if all(inside):
        verdict = REPRODUCED
    elif any(outside):
        verdict = MIXED if any(inside) else NOT_REPRODUCED
    bounds, needed, seeds = case.bounds(error), 0, seeds_of(case.parts)
    if verdict == INCONCLUSIVE:
        against = case.against(error, len(case.region))
        needed = seeds_needed(bounds, against, case.region, seeds)
    return Judgement(
        verdict,
        seeds,
        max(part.diverged for part in case.parts),
        needed,
        [label for part in case.parts for label in part.labels],
        bounds,
        case.region,
    )


def seeds_of(parts: Sequence[Quantity]) -> int:
    """Return how many seeds quantities rest on: the fewest of one of them, 0 if all are
    computed.
    """
    counts = [part.fewest for part in parts if part.estimator != "exact"]
    return min(counts, default=0)


def holds(test: Test, found: Sequence[Quantity], error: float = ERROR) -> bool:
    """Return whether `judge` finds that a claim is reproduced.

    Parameters
    ----------
    test, found, error
        As in `judge`.
    """
    return all(Case.of(test, found).inside(error))


def centred(test: Test, found: Sequence[Quantity]) -> bool:
    """Return whether every estimate lies in its region, whatever its interval.

    Parameters
    ----------
    test, found
        As in `judge`.
    """
    case = Case.of(test, found)
    return all(
        low <= interval.estimate <= high
        for interval, (low, high) in zip(case.bounds(ERROR), case.region, strict=True)
    )
