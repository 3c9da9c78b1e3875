"""The compiled loops of online SGD: a run through a block of given inputs, and a run known by its
overlaps.

They take any activation of the table in `networks.activations` by its number there;
`value_and_slope` is compiled from its formulas.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.errors import lookup
from feature_learning.networks import activations, scalars
from feature_learning.networks.activations import ACTIVATIONS, Activation

_NUMBERS = {name: number for number, name in enumerate(ACTIVATIONS)}
_Function = TypeVar("_Function", bound=Callable[..., Any])
_TINY = 1e-140  # below, squares have lost digits; weights that only decay come there


def number_of(activation: Activation) -> int:
    """Return the number that stands for an activation in compiled code.

    Raises
    ------
    UserError
        The activation has no compiled form.
    """
    return lookup(_NUMBERS, activation.name, "compiled activation")


_TABLE = hashlib.sha256(
    b"".join(Path(str(module.__file__)).read_bytes() for module in (activations, scalars))
).hexdigest()[:12]


def _named(function: _Function, name: str) -> _Function:
    """Name a function for numba, the table's text included.

    numba tells compiled functions apart by their qualified names, in its files as in the code that
    it links: by itself it would miss a formula that has changed, and take one unnamed function for
    another.
    """
    function.__qualname__ = f"{name}-{_TABLE}"
    return function


def _with_table(function: _Function) -> _Function:
    return _named(function, function.__qualname__)


def _by_number(table: Sequence[Activation]) -> Callable[[int, float], tuple[float, float]]:
    """Compile the formulas of a table to one function, which takes a place in it and x and returns
    ``sigma(x), sigma'(x)``.
    """
    name = table[0].name
    value = numba.njit(_named(table[0].value, f"value-{name}"), error_model="numpy")
    slope = numba.njit(_named(table[0].slope, f"slope-{name}"), error_model="numpy")
    others = _by_number(table[1:]) if len(table) > 1 else None

    def first(number: int, x: float) -> tuple[float, float]:
        if others is None or number == 0:
            return value(x, scalars), slope(x, scalars)
        return others(number - 1, x)

    return cast(
        Callable[[int, float], tuple[float, float]],
        numba.njit(error_model="numpy")(_named(first, f"from-{name}-on")),
    )


value_and_slope = _by_number(list(ACTIVATIONS.values()))


@compiled
@_with_table
def recursion(
    activation: int,
    readout: np.ndarray,
    bias: np.ndarray,
    fields: np.ndarray,
    gram: np.ndarray,
    labels: np.ndarray,
    sizes: np.ndarray,
    kept: np.ndarray,
) -> None:
    """Take a run through a block of given inputs, using only their inner products.

    Parameters
    ----------
    activation, readout, bias
        `Rule.network`.
    fields : (count, width)
        ``X W^T`` with the weights at the block's start. At the end it holds C: the block adds
        ``C^T X`` to what the decay leaves of the weights.
    gram : (count, count)
        ``X X^T``, read below the diagonal.
    labels, sizes, kept : (count,)
        Labels, step sizes, and what the decay leaves of the weights in each step.

    References
    ----------
    Derived here: step t sees ``W_t x_t = (W_0 + sum_{s<t} C_s x_s^T) x_t``, which needs
    ``x_s . x_t`` alone.
    """
    count, width = fields.shape
    since = np.ones(count)  # what the decay has left of earlier changes
    left = 1.0
    for t in range(count):
        own = fields[t]
        for i in range(width):
            own[i] = left * own[i] + bias[i]
        for s in range(t):
            weight = since[s] * gram[t, s]
            for i in range(width):
                own[i] += weight * fields[s, i]
            since[s] *= kept[t]
        residual = labels[t]
        for i in range(width):
            value, slope = value_and_slope(activation, own[i])
            residual -= readout[i] * value
            own[i] = readout[i] * slope
        for i in range(width):
            own[i] *= sizes[t] * residual
        left *= kept[t]
    for s in range(count):
        for i in range(width):
            fields[s, i] *= since[s]


@compiled
@_with_table
def walk(
    activation: int,
    readout: np.ndarray,
    bias: np.ndarray,
    weights: np.ndarray,
    inputs: np.ndarray,
    lengths: np.ndarray,
    labels: np.ndarray,
    sizes: np.ndarray,
    kept: np.ndarray,
) -> None:
    """Take a run through samples drawn in coordinates of the space that holds teacher and weights.

    The method is that of `gaussian_overlaps`.

    Parameters
    ----------
    activation, readout, bias
        `Rule.network`.
    weights : (r + width + 1, width)
        One column per neuron: coordinates along the teacher, a triangle beyond it, a row of zeros.
        They change in place.
    inputs : (count, r + width)
        Coordinates of the samples. Overwritten.
    lengths : (count,)
        The length of the remaining part of each sample.
    labels, sizes, kept : (count,)
        As in `recursion`.
    """
    rows, width = weights.shape
    r = rows - width - 1
    fields, slopes = np.empty(width), np.empty(width)
    for t in range(len(labels)):
        length = lengths[t]
        for k in range(rows - 2, r - 1, -1):
            longer = math.sqrt(inputs[t, k] ** 2 + length**2)
            _turn(weights, k, k - r, inputs[t, k] / longer, length / longer)
            length = longer
        # The sample now has coordinates along the teacher and, beyond it, this length along one
        # axis.
        inputs[t, r] = length
        for i in range(width):
            fields[i] = bias[i]
        for j in range(r + 1):
            for i in range(width):
                fields[i] += inputs[t, j] * weights[j, i]
        residual = labels[t]
        for i in range(width):
            value, slope = value_and_slope(activation, fields[i])
            residual -= readout[i] * value
            slopes[i] = readout[i] * slope
        if kept[t] != 1:
            for k in range(rows):
                for i in range(max(0, k - r - 1), width):
                    weights[k, i] *= kept[t]
        for j in range(r + 1):
            for i in range(width):
                weights[j, i] += sizes[t] * residual * inputs[t, j] * slopes[i]
        for k in range(r, rows - 1):
            over, under = weights[k, k - r], weights[k + 1, k - r]
            length = math.sqrt(over**2 + under**2)
            if length > _TINY:
                _turn(weights, k, k - r, over / length, under / length)
            weights[k + 1, k - r] = 0.0


@compiled
def _turn(weights: np.ndarray, k: int, first: int, cosine: float, sine: float) -> None:
    """Rotate rows k and k + 1 from column `first` on."""
    for i in range(first, weights.shape[1]):
        over, under = weights[k, i], weights[k + 1, i]
        weights[k, i] = cosine * over + sine * under
        weights[k + 1, i] = cosine * under - sine * over
