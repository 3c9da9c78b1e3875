"""A direction seen through a spiked covariance: overlaps at the start, and the exponents they give.

``Sigma = I + theta mu mu^T`` with ``theta = d^gamma2``, and the target's direction beta has
``<mu, beta> = d^-gamma1``. The setting is that of Mousavi-Hosseini et al. (2023).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import spike_scale

GAMMA1, GAMMA2 = (0.0, 0.5), (0.0, 1.0)
_ROUND = (np.cos, np.sin)


def checked_gammas(gamma1: float, gamma2: float) -> None:
    """Refuse exponents out of range.

    Parameters
    ----------
    gamma1, gamma2
        Exponents of the alignment and of the spike's strength.

    Raises
    ------
    UserError
        Names the exponent, its value and its range.

    References
    ----------
    Mousavi-Hosseini, Wu, Suzuki and Erdogdu (2023), "Gradient-based feature learning under
    structured data", NeurIPS: gamma1 in [0, 1/2] and gamma2 in [0, 1] in the authors' talk.
    """
    for name, value, (low, high) in (("gamma1", gamma1, GAMMA1), ("gamma2", gamma2, GAMMA2)):
        if not low <= value <= high:
            raise UserError(f"{name} = {value:g} must be in [{low:g}, {high:g}]")


@dataclass(frozen=True)
class SpikedDirection:
    """The plane of spike and target.

    Attributes
    ----------
    theta
        Strength of the spike; 0 is the isotropic case.
    cosine
        ``a = <mu, beta>``.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: the data, and the overlap in whitened coordinates.
    """

    theta: float
    cosine: float

    @classmethod
    def scaled(cls, d: float, gamma1: float, gamma2: float) -> SpikedDirection:
        """Return the plane at ``theta = d^gamma2``, ``a = d^-gamma1``.

        At gamma2 = 0 the spike has strength 1, not 0.

        Parameters
        ----------
        d
            Dimension.
        gamma1, gamma2
            The exponents.
        """
        checked_gammas(gamma1, gamma2)
        return cls(float(d) ** gamma2, float(d) ** -gamma1)

    @property
    def kappa(self) -> float:
        """``beta^T Sigma beta``."""
        return 1 + self.theta * self.cosine**2

    @property
    def seen_cosine(self) -> float:
        """Cosine of mu with ``Sigma^(1/2) beta``, the target's whitened direction."""
        return spike_scale(self.theta) * self.cosine / math.sqrt(self.kappa)

    def _power(self, power: int) -> float:
        """``beta^T Sigma^power beta``."""
        return 1 + self.cosine**2 * ((1 + self.theta) ** power - 1)

    @property
    def gradient_cosine(self) -> float:
        """Cosine of the mean first gradient with beta, for a linear target and a unit without bias.

        References
        ----------
        Mousavi-Hosseini et al. (2023), NeurIPS: the gradient of the talk's slide on one gradient
        step, by Stein's lemma.
        Derived here: it is along ``Sigma beta``, because the term along w has the mean of
        ``z delta(s)``, which is 0 for the linear target and no bias.
        """
        return self._power(1) / math.sqrt(self._power(2))

    @property
    def gradient_overlap(self) -> float:
        """Whitened overlap of that gradient with the target; the references are the same."""
        return self._power(2) / math.sqrt(self._power(1) * self._power(3))

    def overlap(self, along: np.ndarray, spike: np.ndarray) -> np.ndarray:
        """Return ``<w, Sigma beta> / (|Sigma^(1/2) w| |Sigma^(1/2) beta|)`` of unit vectors w.

        Parameters
        ----------
        along, spike
            ``<w, beta>`` and ``<w, mu>``, of one shape.
        """
        top = along + self.theta * self.cosine * spike
        return top / np.sqrt((1 + self.theta * spike**2) * self.kappa)

    def overlap_from_plane(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """Return the overlap from coordinates in the plane.

        Parameters
        ----------
        first, second
            Coordinates of w along beta and along the remaining part of mu, of one shape.
        """
        return self.overlap(first, self.cosine * first + math.sqrt(1 - self.cosine**2) * second)

    @staticmethod
    def _plane(d: float, points: int) -> tuple[np.ndarray, np.ndarray]:
        """Return equally likely radii and angles of uniform directions in a plane."""
        levels = (np.arange(points) + 0.5) / points  # an overlap's size repeats after half a turn
        return np.sqrt(-np.expm1(2 / (d - 2) * np.log1p(-levels))), math.pi * levels

    def random_overlaps(self, d: float, points: int = 500) -> np.ndarray:
        """Return ``|overlap|`` of equally likely w, instead of w uniform on the sphere, (points,
        points).

        Parameters
        ----------
        d
            Dimension.
        points
            Nodes per coordinate of the plane.

        References
        ----------
        Derived here: the squared length of w in the plane has the law Beta(1, (d-2)/2), whose
        quantiles have a closed form, and the angle is uniform.
        """
        radius, angle = self._plane(d, points)
        return np.abs(self.overlap_from_plane(*(np.outer(radius, f(angle)) for f in _ROUND)))

    def median_noise_overlap(self, d: float, points: int = 500) -> float:
        """Return the median ``|overlap|`` of ``Sigma^(1/2) g`` with Gaussian g.

        Parameters
        ----------
        d, points
            As in `random_overlaps`.

        References
        ----------
        Derived here: a gradient that is all noise has the covariance Sigma, and on whitened inputs
        the direction of ``Sigma g``.
        """
        radius, angle = self._plane(d, points)
        cosine, along, across = self.seen_cosine, *(radius * f(angle[:, None]) for f in _ROUND)
        spike = cosine * along + math.sqrt(1 - cosine**2) * across
        norm = np.sqrt(1 + ((1 + self.theta) ** 2 - 1) * spike**2)
        return float(np.median(np.abs(along + self.theta * cosine * spike) / norm))

    def median_overlap(self, d: float, points: int = 500) -> float:
        """Return the median of `random_overlaps`, to about 1/points^2.

        Parameters
        ----------
        d, points
            As in `random_overlaps`.

        References
        ----------
        Derived here: the median of the law given there.
        """
        return float(np.median(self.random_overlaps(d, points)))


def overlap_exponent(gamma1: float, gamma2: float) -> float:
    """Return delta0: the overlap at initialisation is of order ``d^delta0``.

    Parameters
    ----------
    gamma1, gamma2
        Exponents of the alignment and of the spike's strength.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: delta_0 in the theorem on the empirical gradient flow.
    Checked here: it is the largest term of `SpikedDirection.overlap` at a random w.

    Examples
    --------
    >>> gammas = (0, 0.5), (0.25, 0.2), (0.25, 0.4), (0.25, 0.8)
    >>> [round(overlap_exponent(*pair), 2) for pair in gammas]
    [-0.25, -0.5, -0.35, -0.1]
    """
    checked_gammas(gamma1, gamma2)
    if gamma2 <= gamma1:
        return -0.5
    return gamma2 - gamma1 - 0.5 if gamma2 <= 2 * gamma1 else (gamma2 - 1) / 2


def gradient_exponent(gamma1: float, gamma2: float) -> float:
    """Return the exponent of d of ``SpikedDirection.gradient_cosine``.

    Parameters
    ----------
    gamma1, gamma2
        As in `overlap_exponent`.

    References
    ----------
    Derived here: with ``a = d^-gamma1`` and ``theta = d^gamma2`` the cosine
    ``(1 + theta a^2)/sqrt(1 + 2 theta a^2 + theta^2 a^2)`` goes to 1 for gamma2 < gamma1 and for
    gamma1 = 0; else ``theta a`` is the largest term of the root.

    Examples
    --------
    >>> gammas = (0, 0.4), (0.25, 0.2), (0.25, 0.4), (0.25, 0.8), (0.5, 0.8)
    >>> [round(gradient_exponent(*pair), 2) + 0.0 for pair in gammas]
    [0.0, 0.0, -0.15, -0.25, -0.3]
    """
    checked_gammas(gamma1, gamma2)
    return -min(gamma1, max(gamma2 - gamma1, 0.0))


def sample_exponent(k: int, gamma1: float, gamma2: float) -> float:
    """Return the exponent of d of the number of samples that suffices: ``1 + 2 (k - 1) |delta0|``.

    Parameters
    ----------
    k
        Information exponent.
    gamma1, gamma2
        As in `overlap_exponent`.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: the theorem on the complexity of the empirical gradient
    flow, ``n >~ d (d^((k-1) (-2 delta0)) v eps^-2)`` at constant eps.

    Examples
    --------
    >>> [sample_exponent(k, 0, 0.5) for k in (2, 3, 4)]
    [1.5, 2.0, 2.5]
    """
    return 1 - 2 * (k - 1) * overlap_exponent(gamma1, gamma2)


def runtime_exponent(k: int, gamma1: float, gamma2: float) -> float:
    """Return the exponent of d of the whitened flow's runtime, ``(k - 2) |delta0|``.

    At k = 2 the runtime is a logarithm.

    Parameters
    ----------
    k
        Information exponent.
    gamma1, gamma2
        As in `overlap_exponent`.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: tau_k(delta_0) in the theorem on the empirical flow.
    """
    return -max(k - 2, 0) * overlap_exponent(gamma1, gamma2)


def kernel_sample_exponent(degree: int, gamma2: float) -> float:
    """Return the exponent of d of the samples that rotation-invariant kernels need.

    Parameters
    ----------
    degree
        p, of the target, a polynomial.
    gamma2
        Exponent of the spike's strength.

    References
    ----------
    Donhauser, Wu and Yang (2021), "How rotational invariance of common kernels prevents
    generalization in high dimensions", ICML, as the talk on Mousavi-Hosseini et al. (2023) states
    it: ``n`` of order ``d^Theta((1 - gamma2) p)``. Here the constant in Theta is set to 1.
    """
    checked_gammas(0.0, gamma2)
    return (1 - gamma2) * degree
