"""Regions of agreement, from the test that a claim declares."""

import math

from feature_learning.core.errors import UserError
from feature_learning.core.regions import Region, Test, accepted
from feature_learning.statistics.evidence import Evidence


def regions_of(test: Test, evidence: Evidence) -> list[Region]:
    """Return the region of each point that counts as agreement; errors are raised as by `judge`.

    Parameters
    ----------
    test
        What the claim declares.
    evidence
        What its function found.
    """
    declared = accepted(test)
    if declared.margin is None:
        return [(declared.low, declared.high)] * len(evidence.points)
    if evidence.predicted is None:
        raise UserError("a margin needs a prediction, and the claim's function gives none")
    around = [declared.around(float(predicted)) for predicted in evidence.predicted]
    # An approach: the deviation's exponent is negative, and the extrapolated limit is the predicted
    # one.
    return [(-math.inf, 0.0), *around] if evidence.approach else around
