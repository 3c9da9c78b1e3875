"""Links of single-index targets, expanded in closed form.

A link is a piecewise-linear function plus a Hermite polynomial.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError, chosen
from feature_learning.core.normal import density, distribution
from feature_learning.data.relu_expansions import orthonormal_hermite, relu_coefficients, relu_products

_WEIGHTS = (1.0, -2.0, 2.0, -1.0)


@dataclass(frozen=True)
class ReluLink:
    """``f(u) = sum_k weights[k] relu(u - kinks[k]) + sum_j polynomial[j] h_j(u)``, h_j orthonormal.

    Attributes
    ----------
    kinks, weights
        The piecewise-linear part.
    polynomial
        Coefficients of the rest, from degree 0.

    References
    ----------
    Bietti, Bruna, Sanford and Song (2022), "Learning single-index models with shallow neural
    networks", NeurIPS: the links of the authors' experiment have this form.
    """

    kinks: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()
    polynomial: tuple[float, ...] = (0.0,)

    def __call__(self, u: np.ndarray) -> np.ndarray:
        """Return f at points of any shape."""
        total = np.tensordot(self.polynomial, orthonormal_hermite(u, len(self.polynomial) - 1), axes=1)
        for kink, weight in zip(self.kinks, self.weights, strict=True):
            total += weight * np.maximum(u - kink, 0)
        return total

    def coefficients(self, degree: int) -> np.ndarray:
        """Return ``alpha_j = E[f h_j]`` for j = 0..degree."""
        found = relu_coefficients(np.array(self.kinks), degree) @ np.array(self.weights)
        known = min(len(self.polynomial), degree + 1)
        found[:known] += self.polynomial[:known]
        # Orthogonalised degrees are zero; rounding would make a lower information exponent of 1e-17.
        found[np.abs(found) < 1e-15] = 0
        return found

    @property
    def square_norm(self) -> float:
        """``E f^2``."""
        kinks, weights, signs = np.array(self.kinks), np.array(self.weights), np.ones(len(self.kinks))
        own = relu_coefficients(kinks, len(self.polynomial) - 1) @ weights
        rest = np.array(self.polynomial)
        return float(weights @ relu_products(kinks, signs, kinks, signs) @ weights + rest @ (2 * own + rest))

    def smoothed(self, u: np.ndarray, m: np.ndarray) -> np.ndarray:
        """Return ``E f(m u + sqrt(1 - m^2) g)`` for g standard normal.

        This shrinks each h_j by m^j.

        Parameters
        ----------
        u : (points,)
            Projections on theta.
        m : (overlaps,)
            In (-1, 1).

        Returns
        -------
        values : (overlaps, points)
        """
        m = np.asarray(m, dtype=float)[:, None]
        spread = np.sqrt(1 - m**2)
        degrees = np.arange(len(self.polynomial))
        total: np.ndarray = (np.array(self.polynomial) * m**degrees) @ orthonormal_hermite(u, len(degrees) - 1)
        for kink, weight in zip(self.kinks, self.weights, strict=True):
            at = (kink - m * u) / spread
            total += weight * spread * (density(at) - at * distribution(-at))
        return total


def zigzag(exponent: int, shift: float = 1.0) -> ReluLink:
    """Return the zig-zag link, less its Hermite components below `exponent`.

    Before that it is 1 at ``shift - 1``, -1 at ``shift + 1``, and 0 outside [shift - 2, shift + 2].
    It is odd about the shift, so that without one half of its coefficients vanish.

    Parameters
    ----------
    exponent
        The information exponent, from 1 on.
    shift
        1 in the authors' code; with 1/2 the coefficients of degree 1, 2 and 3 are alike in size.

    References
    ----------
    Bietti et al. (2022), NeurIPS: shift 1 in the authors' public code (abietti/sim); 1/2 is ours.

    Examples
    --------
    >>> zigzag(1, 0.5).coefficients(4)[1:].round(4).tolist()
    [-0.3223, -0.2355, 0.2052, 0.1882]
    """
    kinks = (shift - 2, shift - 1, shift + 1, shift + 2)
    whole = ReluLink(kinks, _WEIGHTS)
    return ReluLink(kinks, _WEIGHTS, tuple(-whole.coefficients(exponent - 1)))


def pure_hermite(exponent: int) -> ReluLink:
    """Return ``h_exponent``."""
    return ReluLink(polynomial=(0.0,) * exponent + (1.0,))


_LINKS: dict[str, Callable[[int], ReluLink]] = {
    "zigzag": zigzag,
    "zigzag-half": lambda exponent: zigzag(exponent, 0.5),
    "hermite": pure_hermite,
}


def link(name: str, exponent: float) -> ReluLink:
    """Return a link by name: ``zigzag``, ``zigzag-half`` or ``hermite``.

    Parameters
    ----------
    name
        The family.
    exponent
        The information exponent, a whole number from 1 on.

    Raises
    ------
    UserError
        The name is unknown, or the exponent is not a whole number from 1 on.
    """
    family = chosen(_LINKS, name, "link")
    if exponent != int(exponent) or exponent < 1:
        raise UserError(f"s = {exponent:g}: the information exponent must be a whole number from 1 on")
    return family(int(exponent))


def information_exponent(coefficients: np.ndarray) -> int:
    """Return the lowest degree from 1 on whose coefficient is not zero.

    Parameters
    ----------
    coefficients : (degree + 1,)
        As `ReluLink.coefficients` gives them.

    Raises
    ------
    UserError
        All are zero.
    """
    found = np.flatnonzero(coefficients[1:])
    if not found.size:
        raise UserError("the link is constant up to the degree given: it has no information exponent")
    return int(found[0]) + 1


def needed_samples(exponent: int, d: int) -> float:
    """Return ``max(d^s, d^((s+3)/2))``, what tied networks need up to constants and logarithms.

    Parameters
    ----------
    exponent
        s, the information exponent.
    d
        Dimension.

    References
    ----------
    Bietti et al. (2022), NeurIPS: the theorem that projected gradient flow recovers the direction.
    """
    return math.pow(d, max(exponent, (exponent + 3) / 2))
