"""Single-index targets: a link, which is a function of one projection, and label noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from feature_learning.data.expansions import Expansion


@dataclass(frozen=True)
class Link(Expansion):
    """An `Expansion` and the noise of the labels. Build it with `monic`, `orthonormal`, `relu` or
    `of`.

    Attributes
    ----------
    polynomial, normalised, kinks, weights, function, bends
        As in `Expansion`.
    noise_variance
        Variance of the Gaussian noise added to labels.

    Examples
    --------
    >>> Link.monic(0, 1, 0.5)(np.array([0.0, 2.0])).tolist()
    [-0.5, 3.5]
    >>> Link.orthonormal(0, 0, 1).square_norm, Link.of(np.tanh).coefficients(1).round(4).tolist()
    (1.0, [0.0, 0.6057])
    """

    noise_variance: float = 0.0

    @classmethod
    def monic(cls, *coefficients: float, noise_variance: float = 0.0) -> Link:
        """Return ``sum_k coefficients[k] H_k(z)``.

        Parameters
        ----------
        *coefficients
            From degree 0.
        noise_variance
            Of the labels.
        """
        return cls(tuple(map(float, coefficients)), noise_variance=noise_variance)

    @classmethod
    def orthonormal(cls, *coefficients: float, noise_variance: float = 0.0) -> Link:
        """Return ``sum_k coefficients[k] h_k(z)``.

        Parameters
        ----------
        *coefficients
            From degree 0.
        noise_variance
            Of the labels.
        """
        return cls(tuple(map(float, coefficients)), normalised=True, noise_variance=noise_variance)

    @classmethod
    def relu(
        cls,
        kinks: Sequence[float] = (),
        weights: Sequence[float] = (),
        polynomial: Sequence[float] = (0.0,),
    ) -> Link:
        """Return ``sum_k weights[k] relu(z - kinks[k])`` plus a polynomial.

        Parameters
        ----------
        kinks, weights
            One of each per ReLU.
        polynomial
            Orthonormal coefficients.
        """
        return cls(tuple(polynomial), True, tuple(kinks), tuple(weights))

    @classmethod
    def of(cls, function: Callable[[np.ndarray], np.ndarray], bends: Sequence[float] = ()) -> Link:
        """Return the link that is this function.

        Parameters
        ----------
        function
            Elementwise.
        bends
            Where it is not smooth: quadrature ends its panels there.
        """
        return cls(function=function, bends=tuple(bends))

    def with_noise(self, variance: float) -> Link:
        """Return the link with another variance of the label noise."""
        return replace(self, noise_variance=float(variance))

    def centred(self) -> Link:
        """Return the link minus its mean."""
        mean = float(self.coefficients(0)[0])
        first, *rest = self.polynomial or (0.0,)
        return replace(self, polynomial=(first - mean, *rest))

    def labels(self, projection: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return noisy labels.

        The noise is drawn even where its variance is zero, so tasks stay paired.

        Parameters
        ----------
        projection
            Any shape.
        rng
            The stream of the noise.
        """
        return self(projection) + math.sqrt(self.noise_variance) * rng.standard_normal(
            projection.shape
        )

    @property
    def unlearnable_variance(self) -> float:
        """The label variance that no linear function of the input explains, including noise."""
        return self.square_norm - self.linear**2 + self.noise_variance


def summed(links: Sequence[Link], inputs: np.ndarray) -> np.ndarray:
    """Return the sum of links, each of one of the first coordinates of the inputs.

    Parameters
    ----------
    links
        One per direction.
    inputs : (n, d)
        Inputs, or their projections on the directions.

    Returns
    -------
    labels : (n,)
        Without noise.

    Examples
    --------
    >>> summed([Link.monic(0, 1), Link.monic(0, 0, 1)], np.array([[2.0, 3.0, 9.0]])).tolist()
    [10.0]
    """
    parts = [link(inputs[:, place]) for place, link in enumerate(links)]
    return np.asarray(sum(parts[1:], start=parts[0]))
