"""Single-index targets: a link, which is a function of one projection, and label noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.polynomial.hermite_e import hermeval

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density, distribution
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.relu_expansions import (
    orthonormal_hermite,
    relu_coefficients,
    relu_products,
)

_NOTHING = 1e-15  # rounding of a coefficient that is zero


@dataclass(frozen=True)
class Link:
    """A Hermite polynomial, plus ReLUs, plus a function, of one projection z; any of the three may
    be absent.

    Build it with `monic`, `orthonormal`, `relu` or `of`. Two normalisations of Hermite polynomials
    are in use: monic H_k with ``E H_k^2 = k!``, and orthonormal ``h_k = H_k/sqrt(k!)``.

    Attributes
    ----------
    polynomial
        Hermite coefficients, from degree 0.
    normalised
        Whether they are those of h_k, not of H_k.
    kinks, weights
        Of the ReLUs, ``sum_k weights[k] relu(z - kinks[k])``.
    function, bends
        The function, elementwise, and the points where it is not smooth.
    noise_variance
        Variance of the Gaussian noise added to labels.

    References
    ----------
    Szegő (1939), "Orthogonal polynomials": both normalisations. Bietti, Bruna, Sanford and Song
    (2022), "Learning single-index models with shallow neural networks", NeurIPS: links of ReLUs.

    Examples
    --------
    >>> Link.monic(0, 1, 0.5)(np.array([0.0, 2.0])).tolist()
    [-0.5, 3.5]
    >>> Link.orthonormal(0, 0, 1).square_norm, Link.of(np.tanh).coefficients(1).round(4).tolist()
    (1.0, [0.0, 0.6057])
    """

    polynomial: tuple[float, ...] = ()
    normalised: bool = False
    kinks: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()
    function: Callable[[np.ndarray], np.ndarray] | None = None
    bends: tuple[float, ...] = ()
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
        """Return the link less its mean."""
        mean = float(self.coefficients(0)[0])
        first, *rest = self.polynomial or (0.0,)
        return replace(self, polynomial=(first - mean, *rest))

    def __call__(self, z: np.ndarray) -> np.ndarray:
        """Return the noiseless target at projections of any shape."""
        parts = [] if self.function is None else [self.function(z)]
        if self.polynomial or not (parts or self.weights):
            own = self.polynomial or (0.0,)
            parts.append(
                np.tensordot(own, orthonormal_hermite(z, len(own) - 1), axes=1)
                if self.normalised
                else hermeval(z, own)
            )
        parts += [
            weight * np.maximum(z - kink, 0)
            for kink, weight in zip(self.kinks, self.weights, strict=True)
        ]
        return np.asarray(sum(parts[1:], start=parts[0]))

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
        return self(projection) + math.sqrt(self.noise_variance) * rng.standard_normal(
            projection.shape
        )

    @property
    def corners(self) -> tuple[float, ...]:
        """The points where the link is not smooth."""
        return (*self.kinks, *self.bends)

    @property
    def degree(self) -> int | None:
        """The highest degree of the expansion; None if it never ends."""
        if self.function is not None or any(self.weights):
            return None
        return max((k for k, c in enumerate(self.polynomial) if c), default=0)

    @property
    def degrees(self) -> tuple[int, ...]:
        """The degrees whose coefficients are not zero.

        Raises
        ------
        UserError
            There are infinitely many.
        """
        if self.degree is None:
            raise UserError(
                "the link is no polynomial: its Hermite expansion has infinitely many degrees"
            )
        return tuple(k for k, c in enumerate(self.polynomial) if c)

    def coefficients(self, degree: int) -> np.ndarray:
        """Return the orthonormal coefficients ``alpha_j = E[f h_j]`` for j = 0..degree."""
        return self._expansion(degree, normalised=True)

    def monic_coefficients(self, degree: int) -> np.ndarray:
        """Return ``c_k = E[f H_k]/k!`` for k = 0..degree."""
        return self._expansion(degree, normalised=False)

    def _expansion(self, degree: int, *, normalised: bool) -> np.ndarray:
        scale = np.ones(degree + 1) if normalised else 1 / _roots(degree)
        found = np.zeros(degree + 1)
        if self.weights:
            found = scale * (
                relu_coefficients(np.array(self.kinks), degree) @ np.array(self.weights)
            )
        if self.function is not None:
            # Against orthonormal polynomials: the coefficients of monic ones drown in rounding from
            # degree 30 on.
            nodes, measure = gaussian_nodes(self.bends)
            found = found + scale * (
                orthonormal_hermite(nodes, degree) @ (measure * self.function(nodes))
            )
        own = self._polynomial(normalised=normalised)[: degree + 1]
        found[: len(own)] += own
        # Orthogonalised degrees are zero; rounding would make a lower information exponent of
        # 1e-17.
        found[np.abs(found) < _NOTHING] = 0
        return found

    def _polynomial(self, *, normalised: bool) -> np.ndarray:
        own = np.array(self.polynomial or (0.0,))
        if self.normalised == normalised:
            return own
        roots = _roots(len(own) - 1)
        return own * roots if normalised else own / roots

    @property
    def orthonormal_polynomial(self) -> np.ndarray:
        """Orthonormal coefficients of the polynomial part, of a link that has no other part than
        this and ReLUs.

        Raises
        ------
        UserError
            The link has a further part.
        """
        if self.function is not None:
            raise UserError(
                "closed forms are known for links of ReLUs and Hermite polynomials, not for other "
                "functions"
            )
        return self._polynomial(normalised=True)

    @property
    def square_norm(self) -> float:
        """``E f^2``, including the constant."""
        if self.function is not None:
            nodes, measure = gaussian_nodes(self.corners)
            return float(measure @ self(nodes) ** 2)
        rest = self._polynomial(normalised=True)
        if not self.weights:
            return float((rest**2).sum())
        kinks, weights, signs = (
            np.array(self.kinks),
            np.array(self.weights),
            np.ones(len(self.kinks)),
        )
        own = relu_coefficients(kinks, len(rest) - 1) @ weights
        return float(
            weights @ relu_products(kinks, signs, kinks, signs) @ weights + rest @ (2 * own + rest)
        )

    @property
    def linear(self) -> float:
        """The coefficient of degree 1."""
        return float(self.coefficients(1)[1])

    def beyond(self, degree: int) -> float:
        """Return the square norm of the terms above a degree: ``||P_{>degree} f||^2``."""
        if self.degree is not None:
            return float((self.coefficients(max(self.degree, degree))[degree + 1 :] ** 2).sum())
        return max(self.square_norm - float((self.coefficients(degree) ** 2).sum()), 0.0)

    @property
    def unlearnable_variance(self) -> float:
        """The label variance that no linear function of the input explains, including noise."""
        return self.square_norm - self.linear**2 + self.noise_variance

    def smoothed(self, u: np.ndarray, m: np.ndarray) -> np.ndarray:
        """Return ``E f(m u + sqrt(1 - m^2) g)`` for g standard normal, which shrinks each h_j by
        m^j.

        Parameters
        ----------
        u : (points,)
            Projections.
        m : (overlaps,)
            In (-1, 1).

        Returns
        -------
        values : (overlaps, points)

        Raises
        ------
        UserError
            As `orthonormal_polynomial`.
        """
        m = np.asarray(m, dtype=float)[:, None]
        spread = np.sqrt(1 - m**2)
        own = self.orthonormal_polynomial
        degrees = np.arange(len(own))
        total: np.ndarray = (own * m**degrees) @ orthonormal_hermite(u, len(degrees) - 1)
        for kink, weight in zip(self.kinks, self.weights, strict=True):
            at = (kink - m * u) / spread
            total += weight * spread * (density(at) - at * distribution(-at))
        return total


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


def _roots(degree: int) -> np.ndarray:
    """``sqrt(k!)`` for k = 0..degree."""
    return np.array([math.sqrt(math.factorial(k)) for k in range(degree + 1)])
