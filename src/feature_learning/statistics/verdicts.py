"""The judge: an interval against the region that the claim declared before the run."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from feature_learning.core.errors import UserError
from feature_learning.statistics import intervals
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.intervals import LEVEL, Interval

REPRODUCED = "reproduced"
PARTLY = "partly"
NOT_REPRODUCED = "not reproduced"
INCONCLUSIVE = "inconclusive"
NOT_TESTABLE = "not testable at this scale"
VERDICTS = (REPRODUCED, PARTLY, NOT_REPRODUCED, INCONCLUSIVE, NOT_TESTABLE)

# The bases of the headline; the other one, a range from an earlier run of ours, guards the code only.
HEADLINE = ("paper", "theory")

Region = tuple[float, float]


class Margin(Protocol):
    """How far from the prediction still counts as agreement."""

    @property
    def absolute(self) -> float | None:
        """In the units of the quantity."""

    @property
    def relative(self) -> float | None:
        """As a fraction of the prediction."""


class Test(Protocol):
    """The declared test of a claim: exactly one of the four is set."""

    @property
    def margin(self) -> Margin | None:
        """Agreement with the prediction to this margin."""

    @property
    def within(self) -> Region | None:
        """The quantity lies in this range."""

    @property
    def above(self) -> float | None:
        """The quantity lies above this value."""

    @property
    def below(self) -> float | None:
        """The quantity lies below this value."""


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
        How many would decide an inconclusive claim if estimates and spread stayed as they are; 0 where that does
        not apply or cannot be said.
    points, found, regions
        Names, intervals and acceptance regions.
    """

    verdict: str
    seeds: int
    diverged: int
    seeds_needed: int
    points: Sequence[str]
    found: Sequence[Interval]
    regions: Sequence[Region]


def judge(test: Test, evidence: Evidence) -> Judgement:
    """Judge evidence by the declared test.

    Each point's interval (95 %, Bonferroni over the points) is held against its region. Inside: reproduced; disjoint
    from it: not reproduced; some of either: partly; anything else: inconclusive.

    Parameters
    ----------
    test
        What the claim declares.
    evidence
        What was observed and predicted.

    Raises
    ------
    UserError
        The claim declares a margin and the evidence predicts nothing.
    """
    regions = _regions(test, evidence)
    found = _intervals(evidence)
    inside = [low <= interval.low and interval.high <= high for interval, (low, high) in zip(found, regions, strict=True)]
    outside = [interval.high < low or high < interval.low for interval, (low, high) in zip(found, regions, strict=True)]
    if all(inside):
        verdict = REPRODUCED
    elif all(outside):
        verdict = NOT_REPRODUCED
    elif any(inside) and any(outside):
        verdict = PARTLY
    else:
        verdict = INCONCLUSIVE
    seeds = 0 if evidence.estimate == "exact" else len(evidence.observed)
    each = [_seeds_needed(interval, region, seeds) for interval, region in zip(found, regions, strict=True)]
    needed = max(each) if verdict == INCONCLUSIVE and all(each) else 0
    return Judgement(verdict, seeds, evidence.diverged, needed, list(evidence.points), found, regions)


def _regions(test: Test, evidence: Evidence) -> list[Region]:
    count = len(evidence.points)
    if test.within is not None:
        return [test.within] * count
    if test.above is not None:
        return [(test.above, math.inf)] * count
    if test.below is not None:
        return [(-math.inf, test.below)] * count
    if test.margin is None or evidence.predicted is None:
        raise UserError("a margin needs a prediction, and the claim's function gives none")
    regions = []
    for predicted in map(float, evidence.predicted):
        half = test.margin.absolute if test.margin.absolute is not None else abs(predicted) * (test.margin.relative or 0.0)
        regions.append((predicted - half, predicted + half))
    return regions


def counts(claims: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return how many claims have each verdict, in the order of `VERDICTS`."""
    found = Counter(claim["verdict"] for claim in claims)
    return {verdict: found[verdict] for verdict in VERDICTS}


def tally(claims: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a line on the claims that rest on a paper or a theory and, where there are any, one on the others.

    >>> tally([{"basis": "paper", "verdict": "partly"}, {"basis": "regression", "verdict": "reproduced"}])
    ['claims: 1 partly', 'regression ranges, which guard the code only: 1 reproduced']
    """
    rows = list(claims)
    headline, guards = (
        ", ".join(f"{count} {verdict}" for verdict, count in counts(chosen).items() if count)
        for chosen in ([row for row in rows if (row["basis"] in HEADLINE) is counted] for counted in (True, False))
    )
    lines = [f"claims: {headline or 'none'}"]
    return [*lines, f"regression ranges, which guard the code only: {guards}"] if guards else lines


def _intervals(evidence: Evidence) -> list[Interval]:
    level = 1 - (1 - LEVEL) / len(evidence.points)
    if evidence.fit is not None:
        return [intervals.fitted(evidence.observed, evidence.fit, level)]
    if evidence.estimate == "exact":
        return [Interval.exact(float(value)) for value in evidence.observed[0]]
    estimate = {"mean": intervals.mean, "median": intervals.median, "fraction": intervals.fraction}[evidence.estimate]
    return [estimate(column, level) for column in evidence.observed.T]


def _seeds_needed(interval: Interval, region: Region, seeds: int) -> int:
    """Seeds at which the interval, shrinking as one over the square root, would lie inside or clear of the region."""
    (low, high), at = region, interval.estimate
    below, above = at - interval.low, interval.high - at
    if not (math.isfinite(below) and math.isfinite(above)):
        return 0
    # Each arm of the interval against the end of the region that it points to; intervals need not be symmetric.
    if at < low:
        arms = [(above, low - at)]
    elif at > high:
        arms = [(below, at - high)]
    else:
        arms = [(below, at - low), (above, high - at)]
    if any(distance == 0 for _, distance in arms):
        return 0
    return max(seeds, *(math.ceil(seeds * (arm / distance) ** 2) for arm, distance in arms))
