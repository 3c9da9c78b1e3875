"""The law of the bulk of W_0's singular values, as a distribution function."""

from collections.abc import Callable

import numpy as np

from feature_learning.theory.marchenko_pastur import edges, singular_value_density

_POINTS = 4001


def singular_value_distribution(ratio: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return the distribution function of the singular values of a layer with more neurons than
    inputs, ``ratio = N/d > 1``: the integral of the Marchenko-Pastur density.

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
