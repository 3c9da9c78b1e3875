"""Inner-product kernels ``k(x, y) = g(<x, y>/d)`` with a polynomial g.

The polynomial is given by its Taylor coefficients.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.polynomial import polyder, polyval

from feature_learning.core.errors import UserError, lookup


@dataclass(frozen=True)
class InnerProductKernel:
    """``g(t) = sum_j coefficients[j] t^j``.

    Attributes
    ----------
    name
        What messages call it.
    coefficients
        ``g^(j)(0)/j!`` from degree 0. None is negative, so the kernel is positive semidefinite
        in every dimension.

    References
    ----------
    Schoenberg (1942), "Positive definite functions on spheres", Duke Math. J. 9: non-negative
    coefficients are what all dimensions together require.

    Examples
    --------
    >>> kernel = InnerProductKernel("square", (1.0, 2.0, 1.0))
    >>> kernel(np.array([0.0, 2.0])).tolist(), kernel.derivative(1).coefficients
    ([1.0, 9.0], (2.0, 2.0))
    """

    name: str
    coefficients: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.coefficients or min(self.coefficients) < 0:
            raise UserError(
                f"kernel {self.name}: coefficients {list(self.coefficients)} must be some, and "
                "none negative"
            )

    def __call__(self, products: np.ndarray) -> np.ndarray:
        """Return g at normalised inner products of any shape, in their precision."""
        values = np.full_like(
            products, self.coefficients[-1], dtype=np.result_type(products, np.float32)
        )
        # In place: nothing is larger than a Gram matrix.
        for coefficient in self.coefficients[-2::-1]:
            values *= products
            values += coefficient
        return values

    def derivative(self, order: int) -> InnerProductKernel:
        """Return the kernel of ``g^(order)``."""
        derived = polyder(np.asarray(self.coefficients), order)
        return InnerProductKernel(f"{self.name}, derivative {order}", tuple(map(float, derived)))

    def around(self, centre: float) -> np.ndarray:
        """Return the coefficients of ``g(centre + t)`` in t."""
        orders = range(len(self.coefficients))
        return np.array(
            [
                polyval(centre, polyder(np.asarray(self.coefficients), j)) / math.factorial(j)
                for j in orders
            ]
        )

    def require(self, degrees: Iterable[int]) -> None:
        """Refuse a kernel that cannot see one of a target's degrees.

        Raises
        ------
        UserError
            The coefficient of one of the degrees vanishes. Then neither samples nor a spike let
            ridge regression learn that degree through ``t^degree``.
        """
        missing = sorted(
            j for j in set(degrees) if j >= len(self.coefficients) or self.coefficients[j] == 0
        )
        if missing:
            listed = ", ".join(map(str, missing))
            raise UserError(
                f"kernel {self.name} has no coefficient of degree {listed}, which the target "
                "needs: "
                f"give a kernel with g^(j)(0) > 0 for each degree j of the target"
            )


def truncated_exponential(degree: int) -> InnerProductKernel:
    """Return ``g(t) = sum_{j <= degree} t^j/j!``, named ``exp-degree``.

    The exponential itself has no finite mean on its diagonal once the spike is of order d.

    References
    ----------
    Derived here: on the diagonal ``t = 1 + theta z^2/d`` up to fluctuations, z ~ N(0, 1), and
    ``E exp(theta z^2/d)`` is infinite for ``theta/d >= 1/2``.
    """
    return InnerProductKernel(
        f"exp-{degree}", tuple(1 / math.factorial(j) for j in range(degree + 1))
    )


KERNELS = {kernel.name: kernel for kernel in map(truncated_exponential, range(1, 7))}


def named_kernel(name: str) -> InnerProductKernel:
    """Return a kernel by its name in a paper's declaration, such as ``exp-4``.

    Raises
    ------
    UserError
        The name is unknown.

    References
    ----------
    The kernels are those of `truncated_exponential`.
    """
    return lookup(KERNELS, name, "kernel")
