"""Spikes of a trained ReLU at any step size: singular functions of its conditional mean."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.polynomial.hermite_e import hermegauss
from scipy.special import ndtr

from feature_learning.data.relu_expansions import orthonormal_hermite

TERMS = 3
"""Singular functions kept; the fourth value is under a hundredth of the third."""

DEGREES = 12
"""Of the target, beyond which a singular function has no weight."""

_NODES = 90


@dataclass(frozen=True)
class Expansion:
    """The part of a trained ReLU beyond its linear one: ``sum_k size_k p_k(g) r_k(alpha)``.

    Attributes
    ----------
    sizes : (terms,)
        Singular values under two standard Gaussians.
    hermite : (terms, degrees)
        ``E p_k(g) h_m(g)`` with orthonormal h_m.
    means : (terms,)
        ``E r_k(alpha)``.
    tilt
        ``E (Phi(t/v) - 1/2)^2``, the square of what the step adds to a neuron's slope.
    """

    sizes: np.ndarray
    hermite: np.ndarray
    means: np.ndarray
    tilt: float

    @property
    def squares(self) -> np.ndarray:
        """``E p_k(g) g^2``."""
        return self.hermite[:, 0] + math.sqrt(2) * self.hermite[:, 2]


@lru_cache(maxsize=512)
def expansion(shift: float, noise: float) -> Expansion:
    """Return the expansion of a shifted ReLU after a step.

    A neuron's pre-activation has the mean ``t = shift g alpha`` and variance ``v^2 = 1 + noise
    alpha^2``.

    References
    ----------
    Derived here: ``E relu(t + v z) = t Phi(t/v) + v phi(t/v)`` for a standard Gaussian z, minus its
    mean at t = 0, v = 1 and minus its linear part t/2; then a singular value decomposition on
    Gauss-Hermite nodes.
    """
    nodes, weights = hermegauss(_NODES)
    roots = np.sqrt(weights / weights.sum())
    t, v = shift * np.outer(nodes, nodes), np.sqrt(1 + noise * nodes**2)[None, :]
    slope = ndtr(t / v) - 0.5
    height = v * np.exp(-((t / v) ** 2) / 2) / math.sqrt(2 * math.pi)
    h = t * slope + height - 1 / math.sqrt(2 * math.pi)
    left, sizes, right = np.linalg.svd(roots[:, None] * h * roots)
    tilt = float(roots**2 @ slope**2 @ roots**2)
    table = orthonormal_hermite(nodes, DEGREES) * roots
    return Expansion(sizes[:TERMS], left[:, :TERMS].T @ table.T, right[:TERMS] @ roots, tilt)
