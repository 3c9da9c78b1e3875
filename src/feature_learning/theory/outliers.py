"""Outliers of a spiked rectangular matrix (the BBP transition of Baik, Ben Arous and Peche, for singular values)."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Outlier:
    """The largest singular value of noise plus a rank-one spike, and its vectors' squared overlaps with the spike's.

    Attributes
    ----------
    value
        The singular value; the edge of the bulk below the threshold.
    left, right
        Squared overlaps with the spike's vectors on the row side (length N) and the column side (length d).
    """

    value: float
    left: float
    right: float


def spiked_rectangular(strength: float, ratio: float) -> Outlier:
    """Return the outlier of ``W + strength u v^T``, W of shape (ratio d) x d with entries of variance 1/d.

    Parameters
    ----------
    strength
        The spike's singular value, theta.
    ratio
        N/d.

    Notes
    -----
    Benaych-Georges and Nadakuditi (2012). Above ``theta > ratio^(1/4)`` the value is
    ``sqrt((1+theta^2)(ratio+theta^2))/theta``.
    """
    square = strength**2
    if square <= math.sqrt(ratio):
        return Outlier(1 + math.sqrt(ratio), 0.0, 0.0)
    return Outlier(
        math.sqrt((1 + square) * (ratio + square)) / strength,
        1 - ratio * (1 + square) / (square * (square + ratio)),
        1 - (ratio + square) / (square * (square + 1)),
    )
