"""The mean gradient's part along the teacher as a series in the overlap."""

import math
from collections.abc import Callable

import numpy as np

from feature_learning.data.hermite import gaussian_nodes, hermite_coefficients
from feature_learning.data.links import Link
from feature_learning.networks.named import activation

_TERMS = 4
Function = Callable[[np.ndarray], np.ndarray]


def shifted(name: str, shift: float) -> tuple[Function, Function]:
    """Return ``sigma(t + shift)`` of a named activation, and its derivative."""
    sigma = activation(name)
    return lambda t: sigma(t + shift), lambda t: sigma.derivative(t + shift)


def coefficients(name: str, shift: float) -> np.ndarray:
    """Return the coefficients of ``sigma(t + shift)`` in He_1, .., He_4.

    Examples
    --------
    >>> coefficients("tanh", 0.5).round(5).tolist()
    [0.56199, -0.08404, -0.04726, 0.01245]
    """
    function, _ = shifted(name, shift)
    return np.asarray(hermite_coefficients(function, _TERMS))[1:]


def signal(name: str, shift: float, link: Link, rho: float, stretch: float = 1.0) -> float:
    """Return ``E sigma*'(z) sigma'(rho stretch z + sqrt(1 - rho^2) g)`` for a polynomial f*.

    On spiked inputs the coordinate of the neuron along the teacher is stretched.

    References
    ----------
    Stein (1981), "Estimation of the mean of a multivariate normal distribution", Annals of
    Statistics 9(6): ``E x h(x) = E grad h(x)``, here with ``h = sigma'(<x, w>) f*(<x, beta>)``,
    whose gradient has this multiple of beta.
    """
    nodes, weights = gaussian_nodes()
    _, slope = shifted(name, shift)
    fields = rho * stretch * nodes[:, None] + math.sqrt(1 - rho**2) * nodes
    derivative = np.polynomial.HermiteE(link.monic_coefficients(link.degree or 0)).deriv()
    return float((weights * derivative(nodes)) @ slope(fields) @ weights)


def terms(name: str, shift: float, link: Link, *, factorial: bool) -> np.ndarray:
    """Return the coefficients of 1, rho, rho^2 and rho^3 in `signal`: ``(i + 1)^2 i! alpha_(i+1)
    alpha*_(i+1)``, or as the talk's slide has them, without ``i!``.

    References
    ----------
    Derived here: ``He_j' = j He_(j-1)`` in both functions, and ``E He_i(z) He_i(z') = i! rho^i``
    (Mehler 1866). The slide: Wu, "Feature learning in two-layer neural networks under structured
    data" (talk), "Limitation under Isotropic Data".
    """
    own, theirs = coefficients(name, shift), link.monic_coefficients(_TERMS)[1:]
    orders = np.arange(_TERMS)
    weight = [math.factorial(order) if factorial else 1 for order in orders]
    return (orders + 1) ** 2 * weight * own * theirs


def cubic(rho: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the coefficients of 1, rho, rho^2 and rho^3 that fit values best.

    Examples
    --------
    >>> cubic(np.array([-1.0, 0.0, 0.5, 1.0]), np.array([3.0, 3.0, 4.125, 7.0])).round(9).tolist()
    [3.0, 1.0, 2.0, 1.0]
    """
    return np.asarray(np.polynomial.polynomial.polyfit(rho, values, _TERMS - 1))
