"""Activations of one number and their derivatives, for compiled recursions; `activations` defines them."""

from __future__ import annotations

import math

from feature_learning.core.compiled import compiled
from feature_learning.core.errors import chosen
from feature_learning.networks.activations import ACTIVATIONS, RAMP, RAMP_VALUES, Activation

_NUMBERS = {name: number for number, name in enumerate(ACTIVATIONS)}
_RELU, _SHIFTED_RELU, _TANH, _ERF, _SCALED_ERF, _SOFTPLUS, _SQUARE = map(
    _NUMBERS.__getitem__, ("relu", "shifted-relu", "tanh", "erf", "scaled-erf", "softplus", "square")
)
_SHIFT = 1 / math.sqrt(2 * math.pi)
_START, _END = RAMP
_LOW = RAMP_VALUES[0]
_RISE = (RAMP_VALUES[1] - RAMP_VALUES[0]) / (RAMP[1] - RAMP[0])


def number_of(activation: Activation) -> int:
    """Return what names an activation in compiled code.

    Raises
    ------
    UserError
        It has no form there.
    """
    return chosen(_NUMBERS, activation.name, "compiled activation")


@compiled
def value_and_slope(number: int, x: float) -> tuple[float, float]:
    """Return ``sigma(x)`` and ``sigma'(x)`` of the activation with that number."""
    if number == _RELU:
        return max(x, 0.0), 1.0 if x > 0 else 0.0
    if number == _SHIFTED_RELU:
        return max(x, 0.0) - _SHIFT, 1.0 if x > 0 else 0.0
    if number == _TANH:
        value = math.tanh(x)
        return value, 1 - value * value
    if number == _ERF:
        return math.erf(x), 2 / math.sqrt(math.pi) * math.exp(-x * x)
    if number == _SCALED_ERF:
        return math.erf(x * math.sqrt(0.5)), math.sqrt(2 / math.pi) * math.exp(-0.5 * x * x)
    if number == _SOFTPLUS:
        return max(x, 0.0) + math.log1p(math.exp(-abs(x))), (1 + math.tanh(x / 2)) / 2
    if number == _SQUARE:
        return x * x, 2 * x
    return _LOW + _RISE * (min(max(x, _START), _END) - _START), _RISE if _START < x < _END else 0.0  # piecewise linear
