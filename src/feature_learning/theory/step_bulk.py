"""Covariance of the part of a large step that is noise: few eigenvalues instead of all of them."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from feature_learning.data.links import Link

_DIMENSION, _DRAWS, _GROUPS, _SEED = 500, 4, 8, 20240208


@dataclass(frozen=True)
class Bulk:
    """The spectrum of B in groups.

    Attributes
    ----------
    values : (groups,)
        An eigenvalue of each group.
    shares : (groups,)
        How much of the dimensions each group has; of sum one.
    along : (groups,)
        How much of the teacher's part off the gradient lies in each group; of sum one.

    References
    ----------
    Derived here, see `gradient_bulk`.
    """

    values: np.ndarray
    shares: np.ndarray
    along: np.ndarray

    @classmethod
    def isotropic(cls, value: float) -> "Bulk":
        """Return one group: a multiple of the identity."""
        one = np.ones(1)
        return cls(value * one, one, one)


@cache
def gradient_bulk(link: Link, phi: float) -> Bulk:
    """Return the spectrum of ``B = phi/n sum_k y_k^2 x_k x_k^T`` for Gaussian inputs.

    Parameters
    ----------
    link
        The target of the labels y, with their noise.
    phi
        ``d/n``.

    Notes
    -----
    Eigenvalues of four draws at d = 500, in eight groups of equal size. The generator is fixed,
    therefore equal arguments give equal groups. They are scaled to the mean of the limit,
    ``phi E y^2``.

    References
    ----------
    Derived here: given the batch, a neuron's gradient minus its mean is Gaussian over neurons, with
    a covariance proportional to B. Silverstein and Bai (1995), J. Multivariate Analysis 54: the
    law of the eigenvalues, with which the tests compare.
    """
    rng, n = np.random.default_rng(_SEED), round(_DIMENSION / phi)
    values, along = np.zeros(_GROUPS), np.zeros(_GROUPS)
    for _ in range(_DRAWS):
        inputs = rng.standard_normal((n, _DIMENSION))
        labels = link.labels(inputs[:, 0], rng)
        gradient = inputs.T @ labels / n
        gradient /= np.linalg.norm(gradient)
        off = np.eye(_DIMENSION)[0] - gradient[0] * gradient
        weighted = inputs * labels[:, None]
        spectrum, vectors = np.linalg.eigh(phi / n * weighted.T @ weighted)
        overlaps = (vectors.T @ (off / np.linalg.norm(off))) ** 2
        for group, part in enumerate(np.array_split(np.arange(_DIMENSION), _GROUPS)):
            values[group] += max(spectrum[part].mean(), 0.0) / _DRAWS
            along[group] += overlaps[part].sum() / _DRAWS
    sizes = [len(part) for part in np.array_split(np.arange(_DIMENSION), _GROUPS)]
    shares = np.array(sizes) / _DIMENSION
    mean = phi * (link.square_norm + link.noise_variance)
    return Bulk(values * mean / (shares @ values), shares, along / along.sum())


def label_power(link: Link) -> float:
    """Return ``E y^2``, with the noise.

    Parameters
    ----------
    link
        The target.

    References
    ----------
    Derived here: Parseval's identity for the Hermite expansion of the target.
    """
    return link.square_norm + link.noise_variance


def gradient_norm(link: Link, phi: float) -> float:
    """Return ``|X^T y/n| = sqrt(mu_1*^2 + phi E y^2)``.

    Parameters
    ----------
    link
        The target of the labels y.
    phi
        ``d/n``.

    References
    ----------
    Ba et al. (2022), NeurIPS: the first gradient's rank-one part.
    """
    return math.sqrt(link.linear**2 + phi * label_power(link))
