"""Ridge regression with the tangent kernel of the infinitely wide ReLU network, for inputs on the
sphere.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from feature_learning.data.links import Link
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.harmonics import kernel_spectrum

_DEGREES = 8


@lru_cache(maxsize=64)
def tangent_spectrum(d: int) -> Spectrum:
    """Return the spectrum of the tangent kernel with biases for ``|x|^2 = d``, degrees 0 to 8 and a
    tail.

    Parameters
    ----------
    d
        Dimension, at least 3.

    References
    ----------
    Jacot, Gabriel and Hongler (2018), "Neural tangent kernel", NeurIPS: the kernel, here
    `relu_tangent` with ``G = t + 1`` and both norms ``sqrt 2``, t the cosine between the inputs.
    """

    def kernel(t: np.ndarray) -> np.ndarray:
        rest = math.pi - np.arccos(np.clip((t + 1) / 2, -1, 1))
        return np.asarray(
            (np.sqrt(np.clip(4 - (t + 1) ** 2, 0, None)) + 2 * rest * (t + 1)) / (2 * math.pi)
        )

    return kernel_spectrum(kernel, d, _DEGREES)


def tangent_risk(link: Link, d: int, n: float, ridges: Sequence[float], noise: float) -> float:
    """Return the relative error of ridge regression with the best of several ridges.

    Parameters
    ----------
    link
        f of the target ``f(<u, x>)``.
    d, n
        Dimension and number of samples.
    ridges
        Penalties added to the sum of squared errors.
    noise
        Standard deviation of the label noise.

    References
    ----------
    Cheng and Montanari (2022), "Dimension free ridge regression": the deterministic equivalent.
    Derived here: a term of Hermite degree l is counted as a harmonic of degree l, which it is up to
    corrections of order 1/d, and inputs are taken on the sphere. In small dimensions the norm of a
    Gaussian input fluctuates, and the true error is larger.
    """
    powers = link.coefficients(_DEGREES) ** 2
    whole = link.square_norm
    spectrum = tangent_spectrum(d)
    beyond = max(whole - float(powers.sum()), 0.0)
    return min(solve(spectrum, n, ridge).risk(powers, beyond, noise**2) for ridge in ridges) / (
        whole - float(powers[0])
    )


def samples_for(link: Link, level: float, d: int, ridges: Sequence[float], noise: float) -> float:
    """Return the number of samples at which `tangent_risk` falls to a level.

    Parameters
    ----------
    link, d, ridges, noise
        As in `tangent_risk`.
    level
        The relative error, below 1.

    References
    ----------
    Derived here: the root of `tangent_risk` in ``log n``.
    """
    from scipy.optimize import brentq

    def gap(log_n: float) -> float:
        return tangent_risk(link, d, math.exp(log_n), ridges, noise) - level

    low, high = math.log(2.0), math.log(100.0)
    while gap(high) > 0:
        low, high = high, high + 2
    return math.exp(brentq(gap, low, high, xtol=1e-6))
