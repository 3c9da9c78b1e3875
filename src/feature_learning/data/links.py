"""Single-index targets: a link function of one projection, given by its Hermite coefficients."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.hermite_e import hermeval


@dataclass(frozen=True)
class Link:
    """``f(z) = sum_k coefficients[k] H_k(z)`` with monic Hermite polynomials, and label noise.

    Attributes
    ----------
    coefficients
        From degree 0.
    noise_variance
        Variance of the Gaussian noise added to labels.

    References
    ----------
    Szego (1939), "Orthogonal polynomials": monic H_k are orthogonal with ``E H_k^2 = k!``, which
    gives the norms below.

    Examples
    --------
    >>> Link((0.0, 1.0, 0.5))(np.array([0.0, 2.0])).tolist()
    [-0.5, 3.5]
    """

    coefficients: tuple[float, ...]
    noise_variance: float = 0.0

    def __call__(self, projection: np.ndarray) -> np.ndarray:
        """Return the noiseless target at projections of any shape."""
        return hermeval(projection, self.coefficients)

    def labels(self, projection: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return noisy labels.

        The noise is drawn even where its variance is zero, so that tasks stay paired.

        Parameters
        ----------
        projection
            Any shape.
        rng
            The stream of the noise.
        """
        return self(projection) + math.sqrt(self.noise_variance) * rng.standard_normal(projection.shape)

    @property
    def variance(self) -> float:
        """``E f(g)^2 = sum_k k! c_k^2``, including the constant."""
        return sum(math.factorial(k) * c**2 for k, c in enumerate(self.coefficients))

    @property
    def linear(self) -> float:
        """The coefficient of ``H_1``."""
        return self.coefficients[1] if len(self.coefficients) > 1 else 0.0

    @property
    def orthonormal(self) -> np.ndarray:
        """The coefficients with respect to ``H_k/sqrt(k!)``, whose squares add up to `variance`."""
        return np.array([math.sqrt(math.factorial(k)) * c for k, c in enumerate(self.coefficients)])

    @property
    def degrees(self) -> tuple[int, ...]:
        """The degrees whose coefficients are not zero."""
        return tuple(k for k, c in enumerate(self.coefficients) if c)

    def beyond(self, degree: int) -> float:
        """Return the variance of the terms above a degree: ``||P_{>degree} f||^2``."""
        return float((self.orthonormal[degree + 1 :] ** 2).sum())

    @property
    def unlearnable_variance(self) -> float:
        """The label variance that no linear function of the input explains, including noise."""
        return self.variance - self.linear**2 + self.noise_variance
