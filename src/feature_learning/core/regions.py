"""Regions that a claim's quantity must lie in."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

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
class Accepted:
    """The acceptance region of a claim as it is declared, before any number is known.

    Attributes
    ----------
    low, high
        The ends: of the claim's quantity, or of its deviation from the prediction.
    margin
        ``absolute`` for the difference from the prediction, ``relative`` for this difference
        divided by the prediction, and nothing for the quantity itself.
    """

    low: float
    high: float
    margin: Literal["absolute", "relative"] | None = None

    def around(self, predicted: float) -> Region:
        """Return the region of the quantity at a point.

        Parameters
        ----------
        predicted
            The prediction there, which a region without a margin does not need.

        Examples
        --------
        >>> Accepted(-0.5, 0.5, "relative").around(4.0)
        (2.0, 6.0)
        """
        if self.margin is None:
            return self.low, self.high
        unit = abs(predicted) if self.margin == "relative" else 1.0
        return predicted + self.low * unit, predicted + self.high * unit


def accepted(test: Test) -> Accepted:
    """Return the acceptance region that a claim declares.

    Parameters
    ----------
    test
        What the claim declares.
    """
    if test.within is not None:
        return Accepted(*test.within)
    if test.above is not None:
        return Accepted(test.above, math.inf)
    if test.below is not None:
        return Accepted(-math.inf, test.below)
    margin = test.margin
    assert margin is not None
    if margin.absolute is not None:
        return Accepted(-margin.absolute, margin.absolute, "absolute")
    assert margin.relative is not None
    return Accepted(-margin.relative, margin.relative, "relative")


def excluded(values: Sequence[float], regions: Sequence[Region]) -> list[bool]:
    """Return at which points a region excludes the rival. An end of a region belongs to what it
    excludes, because no interval around it lies inside.

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
