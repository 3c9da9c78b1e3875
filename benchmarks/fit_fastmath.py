"""Fit the coefficients of ``core/fastmath.py`` and print them in its form.

python benchmarks/fit_fastmath.py
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.polynomial import Chebyshev, Polynomial
from scipy.special import erf

DIGITS = 10
ERF_REACH, ERF_DEGREE = 3.92, 5


def interpolation(
    function: Callable[[np.ndarray], np.ndarray], low: float, high: float, degree: int
) -> list[float]:
    """Return the coefficients, from the constant on, of the polynomial that meets a function at the
    Chebyshev nodes.
    """
    return (
        Chebyshev.interpolate(function, degree, domain=[low, high])
        .convert(kind=Polynomial)
        .coef.tolist()
    )


def rational(
    function: Callable[[np.ndarray], np.ndarray], reach: float, degree: int
) -> tuple[list[float], list[float]]:
    """Return P and Q, Q(0) = 1, of the odd function ``x P(x^2)/Q(x^2)`` that fits one on [0, reach]
    with nearly level errors.

    Each round solves the linear least-squares problem ``x P - f Q = 0`` at Chebyshev nodes, divided
    by the last round's Q, and then weighs more where the error was large (Lawson 1961).
    """
    x = reach / 2 * (1 + np.cos(np.pi * (np.arange(2000) + 0.5) / 2000))
    wanted, powers = function(x), (x * x)[:, None] ** np.arange(degree + 1)
    weight, under = np.ones(len(x)), np.ones(len(x))
    least, found = math.inf, ([0.0], [1.0])
    for _ in range(100):
        columns = (
            np.hstack([x[:, None] * powers, -wanted[:, None] * powers[:, 1:]])
            * (weight / under)[:, None]
        )
        norms = np.linalg.norm(columns, axis=0)
        solution = np.linalg.lstsq(columns / norms, wanted * weight / under, rcond=None)[0] / norms
        above, below = solution[: degree + 1], np.append(1.0, solution[degree + 1 :])
        under = powers @ below
        error = np.abs(x * (powers @ above) / under - wanted)
        if error.max() < least:
            least, found = error.max(), (above.tolist(), below.tolist())
        weight *= np.sqrt(error / error.mean() + 1e-3)
    return found


def fitted() -> dict[str, tuple[float, ...]]:
    """Return the coefficients by their names in ``core/fastmath.py``, rounded as there."""
    above, below = rational(erf, ERF_REACH, ERF_DEGREE)
    every = {
        "LOG": interpolation(lambda y: np.log1p(y) / y, math.sqrt(0.5) - 1, math.sqrt(2) - 1, 8),
        "SINE": interpolation(lambda s: np.sin(np.pi * np.sqrt(s)) / np.sqrt(s), 0, 0.25, 4),
        "COSINE": interpolation(lambda s: np.cos(np.pi * np.sqrt(s)), 0, 0.25, 5),
        "ERF_ABOVE": above,
        "ERF_BELOW": below[1:],
    }
    return {
        name: tuple(float(f"{value:.{DIGITS}g}") for value in values)
        for name, values in every.items()
    }


if __name__ == "__main__":
    for name, values in fitted().items():
        print(f"{name} = {values}")
