"""ReLU units under a standard Gaussian: Hermite coefficients and products of two units.

Both have closed forms.

A unit with offset b and sign e is ``relu(e u - b)``. Hermite polynomials here are orthonormal,
``E h_j h_k = 1(j = k)``; those of `feature_learning.data.hermite` are monic,
``H_j = sqrt(j!) h_j``. In docstrings phi and Q are the standard normal density and upper tail.
"""

import math

import numpy as np

from feature_learning.core.normal import density, distribution


def orthonormal_hermite(u: np.ndarray, degree: int) -> np.ndarray:
    """Return ``h_0(u) .. h_degree(u)`` of shape ``(degree + 1, *u.shape)``.

    Unlike monic polynomials and factorials, the recursion does not overflow.

    Parameters
    ----------
    u
        Any shape.
    degree
        The highest.

    References
    ----------
    Szego (1939), "Orthogonal polynomials": the three-term recursion, normalised,
    ``h_{j+1} = (u h_j - sqrt(j) h_{j-1}) / sqrt(j+1)``.

    Examples
    --------
    >>> orthonormal_hermite(np.array([2.0]), 3)[:, 0].round(6).tolist()
    [1.0, 2.0, 2.12132, 0.816497]
    """
    u = np.asarray(u, dtype=float)
    values = np.empty((degree + 1, *u.shape))
    values[0] = 1
    if degree:
        values[1] = u
    for j in range(1, degree):
        values[j + 1] = (u * values[j] - math.sqrt(j) * values[j - 1]) / math.sqrt(j + 1)
    return values


def step_coefficients(b: np.ndarray, degree: int) -> np.ndarray:
    """Return ``E[1(u > b) h_j(u)]`` for j = 0..degree, shape ``(degree + 1, *b.shape)``.

    Parameters
    ----------
    b
        Offsets, any shape.
    degree
        The highest j.

    References
    ----------
    Derived here: ``h_j phi`` is the derivative of ``-h_{j-1} phi/sqrt(j)``, so the integral
    from b on is ``phi(b) h_{j-1}(b)/sqrt(j)``; for j = 0 it is Q(b).
    """
    b = np.asarray(b, dtype=float)
    found = np.empty((degree + 1, *b.shape))
    found[0] = distribution(-b)
    if degree:
        roots = np.sqrt(np.arange(1, degree + 1)).reshape(-1, *[1] * b.ndim)
        found[1:] = density(b) * orthonormal_hermite(b, degree - 1) / roots
    return found


def relu_coefficients(b: np.ndarray, degree: int) -> np.ndarray:
    """Return ``E[relu(u - b) h_j(u)]`` for j = 0..degree, shape ``(degree + 1, *b.shape)``.

    Parameters
    ----------
    b
        Offsets, any shape.
    degree
        The highest j.

    References
    ----------
    Derived here: ``phi(b) - b Q(b)`` for j = 0; then ``E[f h_j] = E[f' h_{j-1}]/sqrt(j)`` leads to
    the coefficients of the step, one degree lower.

    Examples
    --------
    >>> relu_coefficients(np.array(0.5), 4).round(6).tolist()
    [0.197797, 0.308538, 0.248948, 0.071865, -0.053899]
    """
    b = np.asarray(b, dtype=float)
    found = np.empty((degree + 1, *b.shape))
    found[0] = density(b) - b * distribution(-b)
    if degree:
        found[1:] = step_coefficients(b, degree - 1) / np.sqrt(np.arange(1, degree + 1)).reshape(
            -1, *[1] * b.ndim
        )
    return found


def relu_products(b: np.ndarray, e: np.ndarray, b2: np.ndarray, e2: np.ndarray) -> np.ndarray:
    """Return ``E[relu(e u - b) relu(e' u - b')]`` for all pairs, shape (units, units').

    Parameters
    ----------
    b, e : (units,)
        Offsets and signs.
    b2, e2 : (units',)
        Those of the other factor.

    References
    ----------
    Derived here: truncated Gaussian moments. Units of the same sign are both active above the
    larger offset; of opposite signs, one is active above b and the other below -b', so both
    are active on the interval between, which may be empty.
    """
    b, b2, equal = (
        np.asarray(b, dtype=float)[:, None],
        np.asarray(b2, dtype=float)[None, :],
        np.equal.outer(e, e2),
    )
    highest, lowest = np.maximum(b, b2), np.minimum(b, b2)
    same = (1 + b * b2) * distribution(-highest) - lowest * density(highest)
    # One unit is active above b, the other below -b': both on the interval between, which may be
    # empty.
    share, first, second = _interval_moments(b, np.maximum(-b2, b))
    return np.where(equal, same, -second + (b - b2) * first + b * b2 * share)


def step_products(b: np.ndarray, e: np.ndarray, b2: np.ndarray, e2: np.ndarray) -> np.ndarray:
    """Return ``P(e u > b and e' u > b')`` for all pairs, shape (units, units').

    Parameters
    ----------
    b, e : (units,)
        Offsets and signs.
    b2, e2 : (units',)
        Those of the other factor.

    References
    ----------
    Derived here: as in `relu_products`, the probability of the interval on which both are active.
    """
    b, b2, equal = (
        np.asarray(b, dtype=float)[:, None],
        np.asarray(b2, dtype=float)[None, :],
        np.equal.outer(e, e2),
    )
    between = distribution(np.maximum(-b2, b)) - distribution(b)
    return np.where(equal, distribution(-np.maximum(b, b2)), between)


def relu_radial_products(b: np.ndarray, e: np.ndarray) -> np.ndarray:
    """Return ``E[u d/du (Phi_i Phi_k)]`` with ``Phi_i = relu(e_i u - b_i)``, shape (units, units).

    This is what the Euclidean gradient does along the weights.

    Parameters
    ----------
    b, e : (units,)
        Offsets and signs.

    References
    ----------
    Derived here: the derivative of ``E[Phi_i(ru) Phi_k(ru)]`` in r at r = 1, by truncated Gaussian
    moments as in `relu_products`.
    """
    b, other, equal = (
        np.asarray(b, dtype=float)[:, None],
        np.asarray(b, dtype=float)[None, :],
        np.equal.outer(e, e),
    )
    highest = np.maximum(b, other)
    same = distribution(-highest) + (highest - b) * density(highest)
    share, first, second = _interval_moments(b, np.maximum(-other, b))
    one_sided = np.where(equal, same, -(second - b * first) + 0 * share)
    return one_sided + one_sided.T


def _interval_moments(
    low: np.ndarray, high: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the integrals of 1, u and u^2 times the density between two points."""
    share = distribution(high) - distribution(low)
    return share, density(low) - density(high), low * density(low) - high * density(high) + share
