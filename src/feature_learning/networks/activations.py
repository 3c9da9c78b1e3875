"""Activations: one table of formulas that serve both arrays of any namespace and compiled loops.

A formula takes ``(x, m)``. ``m`` holds the operations: `elementwise.Arrays` for arrays, or the
module `scalars` for single numbers in the compiled code that `training.online_loops` generates for
every entry of `ACTIVATIONS`. A formula may use ``+ - * / **``, constants, and the operations that
both have. To add an activation, add its value and its slope here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from feature_learning.data.hermite import gaussian_nodes, hermite_coefficients
from feature_learning.networks.elementwise import Arrays

_DEGREES = 6


@dataclass(frozen=True)
class Activation:
    """An activation with its derivative and its Hermite expansion.

    Attributes
    ----------
    name
        Its name in ``experiments.yaml``.
    value, slope
        The formulas of the activation and its derivative.
    kinks
        The points where it is not smooth.
    hinge
        ``(b, c)`` if the activation is ``max(x - b, 0) + c``; compiled loops use these numbers
        instead of a function.
    """

    name: str
    value: Callable[[Any, Any], Any]
    slope: Callable[[Any, Any], Any]
    kinks: tuple[float, ...] = ()
    hinge: tuple[float, float] | None = None

    def __call__(self, x: Any, xp: Any = np) -> Any:
        """Return the activation of each entry.

        Parameters
        ----------
        x
            An array of any shape.
        xp
            Its namespace.
        """
        return self.value(x, Arrays(xp))

    def derivative(self, x: Any, xp: Any = np) -> Any:
        """Return the derivative at each entry.

        Parameters
        ----------
        x
            An array of any shape.
        xp
            Its namespace.
        """
        return self.slope(x, Arrays(xp))

    @property
    def homogeneous(self) -> bool:
        """True if ``sigma(r x) = r sigma(x)`` for every r > 0."""
        return self.hinge == (0.0, 0.0)

    @cached_property
    def hermite(self) -> np.ndarray:
        """Coefficients ``c_k = E[sigma(g) H_k(g)] / k!``, k = 0..6."""
        return hermite_coefficients(self, _DEGREES, self.kinks)

    @cached_property
    def nonlinear(self) -> float:
        """``sqrt(E sigma^2 - c_0^2 - c_1^2)``, the strength of the part that is neither constant
        nor linear.
        """
        nodes, weights = gaussian_nodes(self.kinks)
        second = float(weights @ self(nodes) ** 2)
        return math.sqrt(max(second - self.hermite[0] ** 2 - self.hermite[1] ** 2, 0.0))

    def moment(self, degree: int) -> float:
        """``mu_k = E[sigma(g) H_k(g)] = k! c_k``, k up to 6."""
        return float(self.hermite[degree]) * math.factorial(degree)

    @cached_property
    def slope_power(self) -> float:
        """``E sigma'(g)^2``."""
        nodes, weights = gaussian_nodes(self.kinks)
        return float(weights @ self.derivative(nodes) ** 2)


RAMP = (0.5, 1.5)
RAMP_VALUES = (-2.5, 7.5)
_RISE = (RAMP_VALUES[1] - RAMP_VALUES[0]) / (RAMP[1] - RAMP[0])
_START = RAMP_VALUES[0] - _RISE * RAMP[0]

ERF = Activation("erf", lambda x, m: m.erf(x), lambda x, m: 2 / math.sqrt(math.pi) * m.exp(-x * x))
"""``erf(x)``, of Ba et al. 2022."""
SCALED_ERF = Activation(
    "scaled-erf",
    lambda x, m: m.erf(x * math.sqrt(0.5)),
    lambda x, m: math.sqrt(2 / math.pi) * m.exp(-0.5 * x * x),
)
"""``erf(x/sqrt 2)``, of Saad and Solla 1995: note the root."""
SQUARE = Activation("square", lambda x, m: x * x, lambda x, m: 2 * x)
PIECEWISE_LINEAR = Activation(
    "piecewise-linear",
    lambda x, m: m.at_most(m.at_least(x, RAMP[0]), RAMP[1]) * _RISE + _START,
    lambda x, m: (m.above(x, RAMP[0]) - m.above(x, RAMP[1])) * _RISE,
    kinks=RAMP,
)
"""-2.5 below 1/2, 7.5 above 3/2, linear in between, of Mei, Montanari and Nguyen 2018."""


def _hinge(name: str, threshold: float = 0.0, offset: float = 0.0) -> Activation:
    """``max(x - b, 0) + c``."""

    def value(x: Any, m: Any) -> Any:
        return m.at_least(x, threshold)

    def shifted(x: Any, m: Any) -> Any:
        return m.at_least(x, threshold) + (offset - threshold)

    def slope(x: Any, m: Any) -> Any:
        return m.above(x, threshold)

    return Activation(
        name, value if offset == threshold else shifted, slope, (threshold,), (threshold, offset)
    )


def threshold_relu(threshold: float) -> Activation:
    """Return ``relu(x - b)``, named ``relu-b``; unlike the plain ReLU it has Hermite components of
    every degree.

    Examples
    --------
    >>> [round(threshold_relu(1.0).moment(k), 5) for k in range(1, 5)]
    [0.15866, 0.24197, 0.24197, 0.0]
    """
    return _hinge(f"relu-{threshold:g}", threshold)


RELU = _hinge("relu")
SHIFTED_RELU = _hinge("shifted-relu", offset=-1 / math.sqrt(2 * math.pi))
TANH = Activation("tanh", lambda x, m: m.tanh(x), lambda x, m: 1 - m.tanh(x) ** 2)
SOFTPLUS = Activation(
    "softplus",
    lambda x, m: m.at_least(x, 0.0) + m.log1p(m.exp(-m.magnitude(x))),
    lambda x, m: (1 + m.tanh(x / 2)) / 2,
)
ACTIVATIONS = {
    activation.name: activation
    for activation in (
        RELU,
        SHIFTED_RELU,
        TANH,
        ERF,
        SCALED_ERF,
        SOFTPLUS,
        SQUARE,
        PIECEWISE_LINEAR,
    )
}
