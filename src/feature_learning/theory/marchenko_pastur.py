"""Singular values of a Gaussian matrix."""

import math
from collections.abc import Callable

import numpy as np

_POINTS = 4001  # of the distribution function


def edges(ratio: float) -> tuple[float, float]:
    """Return the ends of the bulk of singular values.

    The matrix is (ratio d) x d, with entries of variance 1/d.

    References
    ----------
    Marchenko and Pastur (1967), Math. USSR-Sbornik 1(4): the support of the limiting law.

    Examples
    --------
    >>> edges(4.0)
    (1.0, 3.0)
    """
    return abs(math.sqrt(ratio) - 1), math.sqrt(ratio) + 1


def singular_value_density(at: np.ndarray, ratio: float) -> np.ndarray:
    """Return the Marchenko-Pastur density of singular values, counted per d.

    Parameters
    ----------
    at : (points,)
        Singular values.
    ratio
        Rows over columns, N/d.

    Returns
    -------
    density : (points,)
        Integrates to min(1, ratio).

    References
    ----------
    Marchenko and Pastur (1967), Math. USSR-Sbornik 1(4): the law of the squares, here as a density
    in their roots, ``sqrt((t_+^2 - t^2)(t^2 - t_-^2))/(pi t)``.
    """
    low, high = edges(ratio)
    square = np.clip((high**2 - at**2) * (at**2 - low**2), 0, None)
    return np.sqrt(square) / (math.pi * np.where(at > 0, at, 1.0))


def singular_value_distribution(ratio: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return the distribution function of the singular values of a layer with more neurons than
    inputs, ``ratio = N/d > 1``.

    References
    ----------
    The integral of `singular_value_density`, by the trapezoidal rule.

    Examples
    --------
    >>> law = singular_value_distribution(2.0)
    >>> law(np.array([0.0, 3.0])).round(6).tolist()
    [0.0, 1.0]
    """
    at = np.linspace(*edges(ratio), _POINTS)
    density = singular_value_density(at, ratio)
    total = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2)])
    return lambda values: np.interp(values, at, total / total[-1])
