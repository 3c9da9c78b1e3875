"""Outliers of a spiked rectangular matrix.

For singular values this is the transition that Baik, Ben Arous and Peche (2005) found for
eigenvalues.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Outlier:
    """The largest singular value of noise plus a rank-one spike, and how its vectors align.

    Attributes
    ----------
    value
        The singular value; the edge of the bulk below the threshold.
    neurons, inputs
        Squared overlaps with the spike's vector of length N, whose entries belong to neurons, and
        with that of length d, a direction of the inputs.

    References
    ----------
    Benaych-Georges and Nadakuditi (2012), "The singular values and vectors of low rank
    perturbations of large rectangular random matrices", J. Multivariate Anal. 111.
    """

    value: float
    neurons: float
    inputs: float


def spiked_rectangular(strength: float, ratio: float) -> Outlier:
    """Return the outlier of ``W + strength u v^T``.

    W has shape (ratio d) x d and entries of variance 1/d.

    Parameters
    ----------
    strength
        The spike's singular value, theta.
    ratio
        N/d.

    References
    ----------
    Benaych-Georges and Nadakuditi (2012), J. Multivariate Anal. 111: the example of a Gaussian
    matrix. Above ``theta > ratio^(1/4)`` the value is ``sqrt((1+theta^2)(ratio+theta^2))/theta``,
    the squared overlaps are ``1 - ratio (1+theta^2)/(theta^2 (theta^2+ratio))`` for the rows and
    ``1 - (ratio+theta^2)/(theta^2 (theta^2+1))`` for the columns. Ba et al. (2022) use it for the
    first layer after a step.
    """
    square = strength**2
    if square <= math.sqrt(ratio):
        return Outlier(1 + math.sqrt(ratio), 0.0, 0.0)
    return Outlier(
        math.sqrt((1 + square) * (ratio + square)) / strength,
        1 - ratio * (1 + square) / (square * (square + ratio)),
        1 - (ratio + square) / (square * (square + 1)),
    )
