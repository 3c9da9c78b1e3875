"""Ridge regression of the second layer of a tied network, without its n x width features.

Features are piecewise linear in one projection. So their products summed over a sample are
polynomials in a few sums over the segments between knots, which cost one look-up per sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Moments:
    """What ridge regression needs to know of a sample.

    Attributes
    ----------
    gram : (width, width)
        Means of ``Phi Phi^T``.
    projected : (width,)
        Means of ``y Phi``.
    square : float
        Mean of y^2.
    """

    gram: np.ndarray
    projected: np.ndarray
    square: float

    def solutions(self, ridges: Sequence[float]) -> np.ndarray:
        """Return ``argmin mean (y - c Phi)^2 + ridge |c|^2`` for each ridge, shape (ridges, width).

        Parameters
        ----------
        ridges
            Positive.

        References
        ----------
        Hoerl and Kennard (1970), "Ridge regression", Technometrics 12(1), for all ridges from one
        eigendecomposition.
        """
        values, vectors = np.linalg.eigh(self.gram)
        shrunk = np.clip(values, 0, None) + np.asarray(ridges)[:, None]
        found: np.ndarray = ((vectors.T @ self.projected) / shrunk) @ vectors.T
        return found

    def errors(self, c: np.ndarray) -> np.ndarray:
        """Return ``mean (y - c Phi)^2`` on the sample for second layers c, shape (..., width).

        Parameters
        ----------
        c : (..., width)
            Second layers.
        """
        errors: np.ndarray = self.square + ((c @ self.gram - 2 * self.projected) * c).sum(axis=-1)
        return errors


def moments(u: np.ndarray, labels: np.ndarray, offsets: np.ndarray, signs: np.ndarray) -> Moments:
    """Return the moments of a sample.

    Parameters
    ----------
    u : (n,)
        Projections.
    labels : (n,)
        y.
    offsets, signs : (width,)
        b and e of the neurons ``width^(-1/2) relu(e u - b)``.

    References
    ----------
    Derived here: a neuron of sign e with knot k is ``e (u - k)`` right of its knot (e = 1) or left of
    it (e = -1), so that a product of two is ``e e' (u^2 - (k + k') u + k k')`` where both are active.
    """
    width = len(offsets)
    order = np.argsort(signs * offsets, kind="stable")
    knots, e = (signs * offsets)[order], signs[order]
    places = np.searchsorted(knots, u, side="right")
    weights = (None, u, u**2, labels, u * labels)
    sums = np.stack([np.bincount(places, weight, width + 1) for weight in weights])
    left = sums.cumsum(axis=1)[:, :-1]  # of what lies left of each knot
    right = sums[:, ::-1].cumsum(axis=1)[:, -2::-1]
    rank = np.arange(width)
    low, high = np.minimum.outer(rank, rank), np.maximum.outer(rank, rank)
    same = np.equal.outer(e, e)
    meeting = ~same & (e[low] > 0)  # one active right of the lower knot, one left of the higher
    zeroth, first, second = (
        np.where(same, np.where(e[low] > 0, r[high], lt[low]), meeting * (lt[high] - lt[low]))
        for lt, r in zip(left[:3], right[:3], strict=True)
    )
    gram = np.outer(e, e) * (second - np.add.outer(knots, knots) * first + np.outer(knots, knots) * zeroth)
    level, tilt = np.where(e > 0, right[3:], left[3:])
    projected = e * (tilt - knots * level)
    back, n = np.argsort(order), len(u)
    return Moments(
        gram[np.ix_(back, back)] / (n * width),
        projected[back] / (n * width**0.5),
        float(labels @ labels) / n,
    )
