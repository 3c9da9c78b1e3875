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
        Its name in ``paper.yaml``.
    function, derivative
        Take ``(array, namespace)`` and act elementwise.
    kinks
        Where it is not smooth.
    """

    name: str
    function: Callable[[Any, Any], Any]
    derivative: Callable[[Any, Any], Any]
    kinks: tuple[float, ...] = ()

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


def _relu(x: Any, xp: Any) -> Any:
    return xp.clip(x, min=0)


def _shifted_relu(x: Any, xp: Any) -> Any:
    return xp.clip(x, min=0) - 1 / math.sqrt(2 * math.pi)


def _step(x: Any, xp: Any) -> Any:
    return xp.astype(x > 0, x.dtype)


RELU = Activation("relu", _relu, _step, kinks=(0.0,))
SHIFTED_RELU = Activation("shifted-relu", _shifted_relu, _step, kinks=(0.0,))


def _tanh(x: Any, xp: Any) -> Any:
    return xp.tanh(x)


def _tanh_slope(x: Any, xp: Any) -> Any:
    return 1 - xp.tanh(x) ** 2


def _erf(x: Any, xp: Any) -> Any:
    if hasattr(xp, "erf"):
        return xp.erf(x)
    # numpy has none; scipy.special takes 0.3 s to import, which only networks with this activation should pay.
    from scipy.special import erf

    return erf(x)


def _erf_slope(x: Any, xp: Any) -> Any:
    return 2 / math.sqrt(math.pi) * xp.exp(-(x**2))


def _softplus(x: Any, xp: Any) -> Any:
    return xp.clip(x, min=0) + xp.log1p(xp.exp(-xp.abs(x)))


def _softplus_slope(x: Any, xp: Any) -> Any:
    return (1 + xp.tanh(x / 2)) / 2


TANH = Activation("tanh", _tanh, _tanh_slope)
ERF = Activation("erf", _erf, _erf_slope)
SOFTPLUS = Activation("softplus", _softplus, _softplus_slope)
ACTIVATIONS = {activation.name: activation for activation in (RELU, SHIFTED_RELU, TANH, ERF, SOFTPLUS)}
