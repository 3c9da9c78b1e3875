"""Regions of agreement, from the test that a claim declares."""

import math
from typing import Literal, Protocol

from feature_learning.core.errors import UserError
from feature_learning.core.regions import Region
from feature_learning.statistics.evidence import Evidence


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

    @property
    def scale(self) -> Literal["linear", "log"]:
        """Whether means are taken of the quantity or of its logarithm."""


def regions_of(test: Test, evidence: Evidence) -> list[Region]:
    """Return the region of each point that counts as agreement; errors are raised as by `judge`.

    Parameters
    ----------
    test
        What the claim declares.
    evidence
        What its function found.
    """
    count = len(evidence.points)
    if test.within is not None:
        return [test.within] * count
    if test.above is not None:
        return [(test.above, math.inf)] * count
    if test.below is not None:
        return [(-math.inf, test.below)] * count
    if test.margin is None or evidence.predicted is None:
        raise UserError("a margin needs a prediction, and the claim's function gives none")
    around = [_around(test.margin, float(predicted)) for predicted in evidence.predicted]
    # An approach: the deviation's exponent is negative, and the extrapolated limit is the predicted
    # one.
    return [(-math.inf, 0.0), *around] if evidence.approach else around


def _around(margin: Margin, predicted: float) -> Region:
    half = (
        margin.absolute
        if margin.absolute is not None
        else abs(predicted) * (margin.relative or 0.0)
    )
    return predicted - half, predicted + half
