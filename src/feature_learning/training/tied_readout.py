"""Ridge regression of the second layer of a tied network, without its n x width features.

Features are piecewise linear in one projection. So their products summed over a sample are
polynomials in a few sums over the segments between knots, which cost one look-up per sample.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.kernels.ridge import kernel_ridge

_LARGE = 200  # neurons, from which on `kernel_ridge` is faster than an eigendecomposition


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

        Notes
        -----
        Neurons that are active on no sample keep a zero. Many neurons go to `kernel_ridge`, few get
        an eigendecomposition.

        References
        ----------
        Hoerl and Kennard (1970), "Ridge regression", Technometrics 12(1):
        ``(F^T F/n + ridge I)^-1 F^T y/n``.
        """
        active = np.flatnonzero(np.diag(self.gram))
        gram, projected = self.gram[np.ix_(active, active)], self.projected[active]
        found = np.zeros((len(ridges), len(self.gram)))
        if len(active) >= _LARGE:
            found[:, active] = kernel_ridge(gram, projected, ridges).T
            return found
        values, vectors = np.linalg.eigh(gram)
        shrunk = np.clip(values, 0, None) + np.asarray(ridges)[:, None]
        found[:, active] = ((vectors.T @ projected) / shrunk) @ vectors.T
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
    Derived here: a neuron of sign e with knot k is ``e (u - k)`` right of its knot (e = 1) or left
    of it (e = -1). So a product of two is ``e e' (u - k) (u - k')`` where both are active: right of
    the larger knot, left of the smaller one, or between the two. With sums of 1, u and u^2 over
    what lies left of k, ``C = S_2 - k S_1`` and ``E = S_1 - k S_0``, the sum left of k of ``(u - k)
    (u - k')`` is ``C - k' E``; likewise with sums over what lies right of k.
    """
    width, n = len(offsets), len(u)
    order = np.argsort(signs * offsets, kind="stable")
    knots, rising = (signs * offsets)[order], signs[order] > 0
    places = np.searchsorted(knots, u, side="right")
    weights = (None, u, u**2, labels, u * labels)
    sums = np.stack([np.bincount(places, weight, width + 1) for weight in weights])
    before = sums.cumsum(axis=1)[:, :-1]  # over what lies left of each knot
    after = sums[:, ::-1].cumsum(axis=1)[:, -2::-1]
    own = np.where(rising, after, before)
    square, linear = own[2] - knots * own[1], own[1] - knots * own[0]
    right, left = np.flatnonzero(rising), np.flatnonzero(~rising)
    gram = np.empty((width, width))
    gram[np.ix_(right, right)] = _mirrored(square[right] - np.outer(knots[right], linear[right]))
    gram[np.ix_(left, left)] = _mirrored(square[left, None] - np.outer(linear[left], knots[left]))
    square, linear = before[2] - knots * before[1], before[1] - knots * before[0]
    between = square[left] - np.outer(knots[right], linear[left])
    between -= square[right, None] - np.outer(linear[right], knots[left])
    between *= knots[left] > knots[right, None]
    gram[np.ix_(right, left)], gram[np.ix_(left, right)] = -between, -between.T
    projected = np.where(rising, 1, -1) * (own[4] - knots * own[3])
    back = np.argsort(order)
    gram, projected = gram[np.ix_(back, back)] / (n * width), projected[back] / (n * width**0.5)
    return Moments(gram, projected, float(labels @ labels) / n)


def _mirrored(upper: np.ndarray) -> np.ndarray:
    """Return the symmetric matrix with this upper triangle."""
    found: np.ndarray = np.triu(upper)
    return found + np.triu(found, 1).T
