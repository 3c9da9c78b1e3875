"""The rival of a claim: what one would see if the claim were false, and where that is excluded."""

import math
from typing import Any, Protocol

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.statistics.evidence import Evidence


class Rival(Protocol):
    """What a claim declares about its rival."""

    @property
    def says(self) -> str:
        """The alternative in words."""

    @property
    def value(self) -> object:
        """The quantity under the alternative; None if the evidence computes it."""


def rival_values(rival: Rival, evidence: Evidence) -> list[float]:
    """Return what the quantity would be under the rival, point by point.

    Parameters
    ----------
    rival
        What the claim declares.
    evidence
        What its function found.

    Returns
    -------
    values : (points,)
        NaN at points where the rival says nothing.

    Raises
    ------
    UserError
        Neither the declaration nor the evidence has values, both have, or their number is not that
        of the points.
    """
    count = len(evidence.points)
    if (rival.value is None) == (evidence.rival is None):
        have = "both give" if evidence.rival is not None else "neither gives"
        raise UserError(
            f"its alternative ({rival.says}): the declaration and the evidence, {have} a value; "
            "exactly one must"
        )
    if isinstance(rival.value, int | float):
        return [float(rival.value)] * count
    given: Any = evidence.rival if rival.value is None else rival.value
    if isinstance(given, str) or not isinstance(given, list | np.ndarray):
        raise UserError(
            f"its alternative ({rival.says}): the claim has no quantity whose formula it is"
        )
    if len(given) != count:
        raise UserError(
            f"its alternative ({rival.says}) has {len(given)} values for {count} points: "
            f"{', '.join(evidence.points)}"
        )
    return [math.nan if value is None else float(value) for value in given]
