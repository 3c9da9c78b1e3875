"""Means over the sphere of products of two functions, each of one projection.

They make the population error of a linear readout of random features exact: no test points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial.polynomial import polymulx

from feature_learning.core.compiled import vectorised
from feature_learning.theory.harmonics import multiplicity, sphere_nodes

DEGREE = 30
"""Expansions end here; products of two directions fall like this power of their cosine."""

_NOTHING = 1e-15  # rounding of a coefficient that is zero
_PIECE = 512  # numbers at a time


@dataclass(frozen=True)
class Zonal:
    """A function f of one projection ``<w, x>``, for unit w and x uniform with ``|x|^2 = d``.

    Attributes
    ----------
    d
        Dimension.
    coefficients
        ``a_k = E f p_k``, k = 0..`DEGREE`, in the orthonormal polynomials p_k of a projection.
    square
        ``E f^2``.

    References
    ----------
    Atkinson and Han (2012), "Spherical harmonics and approximations on the unit sphere": Gegenbauer
    polynomials G_k with ``G_k(1) = 1`` and the addition theorem.
    Derived here: ``p_k(u) = sqrt(N_k) G_k(u/sqrt d)``, with N_k harmonics of degree k; it tends to
    Hermite's h_k as d grows.
    """

    d: int
    coefficients: np.ndarray
    square: float

    @classmethod
    def of(
        cls, function: Callable[[np.ndarray], np.ndarray], d: int, kinks: Sequence[float] = ()
    ) -> Zonal:
        """Return the expansion of a function.

        Parameters
        ----------
        function
            Elementwise, of the projection, which has variance 1.
        d
            Dimension, at least 3.
        kinks
            Where it is not smooth.
        """
        nodes, weights = sphere_nodes(d, kinks)
        values = weights * function(nodes)
        found = orthonormal(nodes, d, DEGREE) @ values
        return cls(d, found, float(values @ function(nodes)))

    @classmethod
    def polynomial(cls, coefficients: Sequence[float] | np.ndarray, d: int) -> Zonal:
        """Return ``sum_k coefficients[k] p_k``.

        Parameters
        ----------
        coefficients
            From degree 0, at most `DEGREE` + 1 of them.
        d
            Dimension.
        """
        own = np.zeros(DEGREE + 1)
        own[: len(coefficients)] = coefficients
        return cls(d, own, float(own @ own))

    def __call__(self, projections: np.ndarray) -> np.ndarray:
        """Return the expansion's sum at projections of any shape."""
        degree = int(np.flatnonzero(self.coefficients)[-1]) if self.coefficients.any() else 0
        return np.tensordot(
            self.coefficients[: degree + 1], orthonormal(projections, self.d, degree), axes=1
        )

    def mean_product(self, other: Zonal, cosines: Any, xp: Any = np) -> Any:
        """Return ``E f(<w, x>) g(<v, x>)`` for every cosine between w and v.

        Parameters
        ----------
        other
            g.
        cosines : (rows, columns)
            On the device of `xp`.
        xp
            The array namespace.

        Returns
        -------
        means : (rows, columns)

        References
        ----------
        Funk and Hecke's formula (Atkinson and Han 2012): ``sum_k a_k b_k G_k(cosine)``.
        """
        powers = np.zeros(DEGREE + 1)
        for weight, own in zip(
            self.coefficients * other.coefficients, _gegenbauer(self.d), strict=True
        ):
            powers[: len(own)] += weight * own
        powers[np.abs(powers) < _NOTHING * np.abs(powers).max()] = 0
        highest = np.flatnonzero(powers).max(initial=0)
        return _power_series(powers[: highest + 1], cosines, xp)

    def gram(self, cosines: Any, xp: Any = np) -> Any:
        """Return ``E f(<w_i, x>) f(<w_j, x>)`` for directions with these cosines.

        Parameters
        ----------
        cosines : (width, width)
            With ones on the diagonal, where the expansion converges slowly and `square` is taken.
        xp
            The array namespace.
        """
        found = self.mean_product(self, cosines, xp)
        diagonal = xp.arange(cosines.shape[0], device=cosines.device)
        found[diagonal, diagonal] = self.square
        return found


def orthonormal(projections: np.ndarray, d: int, degree: int) -> np.ndarray:
    """Return the polynomials p_0, ..., p_degree, orthonormal for a projection of the sphere.

    Parameters
    ----------
    projections
        ``<w, x>`` of any shape, ``|x|^2 = d``.
    d
        Dimension, at least 3.
    degree
        The highest.

    Returns
    -------
    values : (degree + 1, ...)

    References
    ----------
    Szegő (1939), "Orthogonal polynomials": the recurrence of Gegenbauer's polynomials. See `Zonal`
    for the factor.

    Examples
    --------
    >>> orthonormal(np.array([2.0]), 10, 2).round(4).ravel().tolist()
    [1.0, 2.0, 2.4495]
    """
    cosines = np.asarray(projections) / math.sqrt(d)
    values = [np.ones_like(cosines), cosines]
    for k in range(1, degree):
        values.append(((2 * k + d - 2) * cosines * values[k] - k * values[k - 1]) / (k + d - 2))
    return np.stack(
        [math.sqrt(multiplicity(d, k)) * own for k, own in enumerate(values[: degree + 1])]
    )


def _gegenbauer(d: int) -> list[np.ndarray]:
    """Return G_0, ..., G_`DEGREE` by their coefficients in powers of the cosine."""
    found = [np.ones(1), np.array([0.0, 1.0])]
    for k in range(1, DEGREE):
        following = (2 * k + d - 2) * polymulx(found[k])
        following[: len(found[k - 1])] -= k * found[k - 1]
        found.append(following / (k + d - 2))
    return found


def _power_series(powers: np.ndarray, x: Any, xp: Any) -> Any:
    """Return ``sum_k powers[k] x^k``."""
    found = xp.full(x.shape, float(powers[-1]), dtype=x.dtype, device=x.device)
    if xp is np:
        _add_powers(powers, x.reshape(-1), found.reshape(-1))
        return found
    for coefficient in powers[:-1][::-1].tolist():
        found *= x
        found += coefficient
    return found


@vectorised
def _add_powers(powers: np.ndarray, x: np.ndarray, found: np.ndarray) -> None:
    """Go from the highest power to all, piece by piece, so the work stays in the cache."""
    for start in range(0, x.size, _PIECE):
        at, value = x[start : start + _PIECE], found[start : start + _PIECE]
        for k in range(powers.size - 2, -1, -1):
            power = powers[k]
            for i in range(value.size):
                value[i] = value[i] * at[i] + power
