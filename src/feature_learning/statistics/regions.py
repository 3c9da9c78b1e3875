"""Regions of agreement, from the test that a claim declares."""

import math
from collections.abc import Sequence

from feature_learning.core.errors import UserError
from feature_learning.core.regions import Region, Test, accepted
from feature_learning.statistics.quantity import Quantity


def regions_of(test: Test, parts: Sequence[Quantity]) -> list[list[Region]]:
    """Return the region of each point of each quantity that counts as agreement.

    Under a margin the last quantity must have a prediction. One before it that has none is the
    exponent of an approach to this prediction, which must be negative.

    Parameters
    ----------
    test
        What the claim declares.
    parts
        The quantities that it is about.

    Raises
    ------
    UserError
        The claim declares a margin, and nothing is predicted.
    """
    declared = accepted(test)
    if declared.margin is None:
        return [[(declared.low, declared.high)] * len(part.points) for part in parts]
    if parts[-1].prediction is None:
        raise UserError("a margin needs a prediction, and the claim's quantity has none")
    return [
        [(-math.inf, 0.0)] * len(part.points)
        if part.prediction is None
        else [
            declared.around(float(one.estimate)) for one in part.prediction.like(part).intervals()
        ]
        for part in parts
    ]
