"""Activations, on numpy arrays and on any array of the Python array API."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from feature_learning.data.hermite import gaussian_nodes, hermite_coefficients

_DEGREES = 6


@dataclass(frozen=True)
class Activation:
    """An activation with its derivative and its Hermite expansion.

    Attributes
    ----------
    name
        Its name in ``experiments.yaml``.
    function, derivative
        Take ``(array, namespace)`` and act elementwise.
    kinks
        Where it is not smooth.
    hinge
        ``(b, c)`` where it is ``max(x - b, 0) + c``: what compiled passes take in place of a function.
    """

    name: str
    function: Callable[[Any, Any], Any]
    derivative: Callable[[Any, Any], Any]
    kinks: tuple[float, ...] = ()
    hinge: tuple[float, float] | None = None

    def __call__(self, x: Any, xp: Any = np) -> Any:
        """Return the activation of an array of any shape."""
        return self.function(x, xp)

    @cached_property
    def hermite(self) -> np.ndarray:
        """Coefficients ``c_k = E[sigma(g) H_k(g)] / k!``, k = 0..6."""
        return hermite_coefficients(self, _DEGREES, self.kinks)

    @cached_property
    def nonlinear(self) -> float:
        """``sqrt(E sigma^2 - c_0^2 - c_1^2)``, the strength of the part that is neither constant nor linear."""
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
        return float(weights @ self.derivative(nodes, np) ** 2)


def _row(x: Any, value: float) -> np.ndarray:
    """A row of one value: numpy compares two arrays four times as fast as an array with a number, and its clip is slower still."""
    return np.full(np.shape(x)[-1:], value, np.asarray(x).dtype)


def _at_least(x: Any, value: float, xp: Any) -> Any:
    return np.maximum(x, _row(x, value)) if xp is np else xp.clip(x, min=value)


def _erf(x: Any, xp: Any) -> Any:
    """The error function, which numpy itself lacks; it is loaded where it is used, since few jobs need it."""
    if xp is not np:
        return xp.erf(x)
    if np.asarray(x).dtype != np.float32:
        from scipy.special import erf

        return erf(x)
    from feature_learning.core.fastmath import erf as single_erf

    return single_erf(x)


def _erf_slope(x: Any, xp: Any) -> Any:
    return 2 / math.sqrt(math.pi) * xp.exp(-x * x)


def _scaled_erf(x: Any, xp: Any) -> Any:
    return _erf(x * math.sqrt(0.5), xp)


def _scaled_erf_slope(x: Any, xp: Any) -> Any:
    return math.sqrt(2 / math.pi) * xp.exp(-0.5 * x * x)


def _tanh(x: Any, xp: Any) -> Any:
    return xp.tanh(x)


def _tanh_slope(x: Any, xp: Any) -> Any:
    return 1 - xp.tanh(x) ** 2


def _softplus(x: Any, xp: Any) -> Any:
    return xp.clip(x, min=0) + xp.log1p(xp.exp(-xp.abs(x)))


def _softplus_slope(x: Any, xp: Any) -> Any:
    return (1 + xp.tanh(x / 2)) / 2


def _square(x: Any, xp: Any) -> Any:
    return x * x


def _twice(x: Any, xp: Any) -> Any:
    return 2 * x


RAMP = (0.5, 1.5)
RAMP_VALUES = (-2.5, 7.5)


def _ramp(x: Any, xp: Any) -> Any:
    slope = (RAMP_VALUES[1] - RAMP_VALUES[0]) / (RAMP[1] - RAMP[0])
    found = np.minimum(_at_least(x, RAMP[0], xp), _row(x, RAMP[1])) if xp is np else xp.clip(x, min=RAMP[0], max=RAMP[1])
    found *= slope
    found += RAMP_VALUES[0] - slope * RAMP[0]
    return found


def _ramp_slope(x: Any, xp: Any) -> Any:
    slope = (RAMP_VALUES[1] - RAMP_VALUES[0]) / (RAMP[1] - RAMP[0])
    return slope * xp.astype((x > RAMP[0]) & (x < RAMP[1]), x.dtype)


ERF = Activation("erf", _erf, _erf_slope)
"""``erf(x)``, of Ba et al. 2022."""
SCALED_ERF = Activation("scaled-erf", _scaled_erf, _scaled_erf_slope)
"""``erf(x/sqrt 2)``, of Saad and Solla 1995: note the root."""
SQUARE = Activation("square", _square, _twice)
PIECEWISE_LINEAR = Activation("piecewise-linear", _ramp, _ramp_slope, kinks=RAMP)
"""-2.5 below 1/2, 7.5 above 3/2, linear in between, of Mei, Montanari and Nguyen 2018."""


def _hinge(name: str, threshold: float = 0.0, offset: float = 0.0) -> Activation:
    """``max(x - b, 0) + c``."""

    def function(x: Any, xp: Any) -> Any:
        found = _at_least(x, threshold, xp)
        if offset != threshold:
            found += offset - threshold
        return found

    return Activation(name, function, lambda x, xp: xp.astype(x > threshold, x.dtype), (threshold,), (threshold, offset))


def threshold_relu(threshold: float) -> Activation:
    """Return ``relu(x - b)``, named ``relu-b``; unlike the plain ReLU it has Hermite components of every degree.

    Examples
    --------
    >>> [round(threshold_relu(1.0).moment(k), 5) for k in range(1, 5)]
    [0.15866, 0.24197, 0.24197, 0.0]
    """
    return _hinge(f"relu-{threshold:g}", threshold)


RELU = _hinge("relu")
SHIFTED_RELU = _hinge("shifted-relu", offset=-1 / math.sqrt(2 * math.pi))
TANH = Activation("tanh", _tanh, _tanh_slope)
SOFTPLUS = Activation("softplus", _softplus, _softplus_slope)
ACTIVATIONS = {
    activation.name: activation for activation in (RELU, SHIFTED_RELU, TANH, ERF, SCALED_ERF, SOFTPLUS, SQUARE, PIECEWISE_LINEAR)
}
