"""Expansion of functions of a standard Gaussian in monic (probabilists') Hermite polynomials."""

import math
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.polynomial.hermite_e import hermeval
from numpy.polynomial.legendre import leggauss

_REACH = 12.0  # the Gaussian density there is 1e-32
_PANELS = 24
_NODES = 32


def gaussian_nodes(kinks: Sequence[float] = ()) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights for expectations under a standard Gaussian.

    Parameters
    ----------
    kinks
        Points at which the integrand is not smooth. Panels end there, so the rule stays
        accurate to rounding.

    Returns
    -------
    nodes, weights : (nodes,)
        ``weights @ f(nodes)`` is ``E f(g)``.
    """
    edges = np.unique(
        np.concatenate([np.linspace(-_REACH, _REACH, _PANELS + 1), np.asarray(kinks, dtype=float)])
    )
    at, weight = _legendre()
    half = np.diff(edges)[:, None] / 2
    nodes = (edges[:-1, None] + half * (at + 1)).ravel()
    weights = (half * weight).ravel() * np.exp(-(nodes**2) / 2) / math.sqrt(2 * math.pi)
    return nodes, weights


@cache
def _legendre() -> tuple[np.ndarray, np.ndarray]:
    return leggauss(_NODES)


def hermite_coefficients(
    function: Callable[[np.ndarray], np.ndarray], degree: int, kinks: Sequence[float] = ()
) -> np.ndarray:
    """Return ``c_k = E[f(g) H_k(g)] / k!`` for k = 0..degree.

    Parameters
    ----------
    function
        f, elementwise.
    degree
        The highest k.
    kinks
        Where f is not smooth.

    References
    ----------
    Szego (1939), "Orthogonal polynomials": ``f = sum c_k H_k`` with monic H_k, ``E H_k^2 = k!``.

    Examples
    --------
    >>> relu = lambda z: np.maximum(z, 0)
    >>> hermite_coefficients(relu, 4, kinks=[0.0]).round(7).tolist()
    [0.3989423, 0.5, 0.1994711, 0.0, -0.0166226]
    """
    nodes, weights = gaussian_nodes(kinks)
    values = weights * function(nodes)
    found = [
        float(values @ hermeval(nodes, unit)) / math.factorial(k)
        for k, unit in enumerate(np.eye(degree + 1))
    ]
    return np.array([0.0 if abs(c) < 1e-15 else c for c in found])


def gaussian_moment(power: int) -> float:
    """Return ``E g^m``, which is 1, 0, 1, 0, 3, 0, 15, ... for m = 0, 1, 2, ...

    Examples
    --------
    >>> [gaussian_moment(m) for m in range(7)]
    [1.0, 0.0, 1.0, 0.0, 3.0, 0.0, 15.0]
    """
    return 0.0 if power % 2 else float(math.prod(range(1, power, 2)))


def monomial_coefficient(power: int, degree: int) -> float:
    """Return ``E[g^power H_degree(g)]``.

    Parameters
    ----------
    power, degree
        At least 0.

    References
    ----------
    Derived here: the mean of the degree-th derivative of ``g^power``, which is
    ``power!/(power - degree)!`` times a Gaussian moment.

    Examples
    --------
    >>> [monomial_coefficient(4, k) for k in range(6)]
    [3.0, 0.0, 12.0, 0.0, 24.0, 0.0]
    """
    rest = power - degree
    if rest < 0 or rest % 2:
        return 0.0
    return math.factorial(power) / (2 ** (rest // 2) * math.factorial(rest // 2))
