"""Functions of one projection through their Hermite expansions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

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
class Expansion:
    """A Hermite polynomial, plus ReLUs, plus a function, of one projection z; any of the three may
    be absent.

    Two normalisations of Hermite polynomials are in use: monic H_k with ``E H_k^2 = k!``, and
    orthonormal ``h_k = H_k/sqrt(k!)``.

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

    References
    ----------
    Szegő (1939), "Orthogonal polynomials": both normalisations. Bietti, Bruna, Sanford and Song
    (2022), "Learning single-index models with shallow neural networks", NeurIPS: links of ReLUs.
    """

    polynomial: tuple[float, ...] = ()
    normalised: bool = False
    kinks: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()
    function: Callable[[np.ndarray], np.ndarray] | None = None
    bends: tuple[float, ...] = ()

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
                "the link is not a polynomial: its Hermite expansion has infinitely many degrees"
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


def _roots(degree: int) -> np.ndarray:
    """``sqrt(k!)`` for k = 0..degree."""
    return np.array([math.sqrt(math.factorial(k)) for k in range(degree + 1)])
