"""The subspaces that giant steps learn one after the other."""

import math
from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.polynomial.hermite_e import hermegauss

from feature_learning.core.errors import UserError
from feature_learning.data.targets import HermiteTarget

_POINTS = 40  # at which the conditional gradient is taken
_SMALL = 1e-8  # singular values below this part of the largest count as zero


def learned_subspaces(target: HermiteTarget, steps: int) -> list[np.ndarray]:
    """Return orthonormal bases of U_1, U_2, ..., the spaces that each step at n of order d adds to.

    The first space is the span of the target's linear part. Given a space U, the next one adds the
    span over x in U of the conditional gradient ``E[grad f*(x + x_perp)]`` projected across U,
    where x_perp is Gaussian in the complement of U.

    Parameters
    ----------
    target
        The target, in coordinates of its r directions.
    steps
        How many spaces.

    Returns
    -------
    list of (r, dimension)
        One column per basis vector; without a linear part there are none.

    Raises
    ------
    UserError
        There is no step.

    References
    ----------
    Dandi, Krzakala, Loureiro, Pesce and Stephan (2023), arXiv 2305.18270, definition of the
    subspace conditioning; the expectation is a Gauss-Hermite sum, exact for polynomials.

    Examples
    --------
    >>> from feature_learning.data.targets import STAIRCASE
    >>> [space.shape[1] for space in learned_subspaces(STAIRCASE, 2)]
    [1, 2]
    """
    if steps < 1:
        raise UserError(f"the number of steps must be at least 1, not {steps}")
    r = target.index
    spaces, rng = [np.zeros((r, 0))], np.random.default_rng(0)
    for _ in range(steps):
        known = spaces[-1]
        points = rng.standard_normal((_POINTS, known.shape[1])) @ known.T
        if not known.shape[1]:
            points = points[:1]
        across = np.eye(r) - known @ known.T
        found = _conditional_gradients(target, points, known) @ across
        left, sizes, _ = np.linalg.svd(found.T, full_matrices=False)
        largest = max(sizes.max(initial=0.0), math.sqrt(target.square_norm))
        spaces.append(np.hstack([known, left[:, sizes > _SMALL * largest]]))
    return spaces[1:]


def _conditional_gradients(
    target: HermiteTarget, points: np.ndarray, known: np.ndarray
) -> np.ndarray:
    """Return the gradients at points (points, r), averaged over what is across the known space."""
    rest = np.linalg.svd(known, full_matrices=True)[0][:, known.shape[1] :]
    at, weight = hermegauss(max(map(sum, target.terms)) + 1)
    cells = np.array([*product(range(len(at)), repeat=rest.shape[1])], dtype=int)
    weights = (weight / weight.sum())[cells].prod(axis=1)
    z = (points[:, None] + at[cells] @ rest.T).reshape(-1, target.index)
    gradient = [part(z) if part else np.zeros(len(z)) for part in _gradient(target)]
    return (np.reshape(gradient, (target.index, len(points), -1)) @ weights).T


def _gradient(target: HermiteTarget) -> Iterator[HermiteTarget | None]:
    """Yield the derivative along each direction: of H_k it is k H_(k - 1)."""
    for place in range(target.index):
        terms = {
            (*degrees[:place], degrees[place] - 1, *degrees[place + 1 :]): c * degrees[place]
            for degrees, c in target.terms.items()
            if degrees[place]
        }
        yield HermiteTarget(terms) if terms else None
