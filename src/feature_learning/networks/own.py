"""Activations and links that are functions of one's own, written in Python: in a notebook, without
a formula of their derivative or their Hermite coefficients.

The derivative is a central difference, and points where the function bends are searched for, so
that quadrature stays accurate there.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation

PREFIX = "own-"
_STEP = 6e-6  # the cube root of a double's rounding: the error of a central difference is least
_REACH, _CELLS = 8.0, 1600  # where bends are searched for
_HALVINGS = 16
_BEND = 1e-3  # a change of slope within a cell of 1e-7 that is not a curvature
_JUMP = 1e-3

Elementwise = Callable[[Any], Any]
_functions: dict[str, tuple[Elementwise, Activation]] = {}


def named(function: Elementwise) -> str:
    """Return the name under which settings and tables have a function; it is known in this process
    alone.

    Parameters
    ----------
    function
        Of numpy's arrays, elementwise, or of numbers.

    Raises
    ------
    UserError
        It fails, is not finite, or jumps.

    Examples
    --------
    >>> named(np.sin)
    'own-sin'
    """
    own = getattr(function, "__name__", type(function).__name__)
    stem = PREFIX + ("".join(c if c.isalnum() and c.isascii() else "-" for c in own).strip("-"))
    for number in range(1, len(_functions) + 2):
        name = stem if number == 1 else f"{stem}-{number}"
        if name not in _functions:
            _functions[name] = (function, _activation(name, function))
            return name
        if _functions[name][0] is function:
            return name
    raise AssertionError("one of these names is free")


def known(name: str) -> Activation | None:
    """Return the activation of a name that `named` gave; None for another name.

    Parameters
    ----------
    name
        As in a setting.
    """
    found = _functions.get(name)
    return found[1] if found else None


def _activation(name: str, function: Elementwise) -> Activation:
    of_arrays = _checked(name, function)

    def slope(x: np.ndarray) -> np.ndarray:
        return (of_arrays(x + _STEP) - of_arrays(x - _STEP)) / (2 * _STEP)

    kinks = tuple(_bends(name, of_arrays))
    return Activation(
        name, lambda x, m: _applied(of_arrays, x), lambda x, m: _applied(slope, x), kinks
    )


def _checked(name: str, function: Elementwise) -> Callable[[np.ndarray], np.ndarray]:
    """Return the function of arrays in double precision; one of numbers is called entry by entry.

    Raises
    ------
    UserError
        Neither gives finite numbers.
    """
    points = np.linspace(-3.0, 3.0, 7)

    def whole(x: np.ndarray) -> np.ndarray:
        return np.asarray(function(x), dtype=float)

    for each in (whole, np.vectorize(function, otypes=[float])):
        try:
            with np.errstate(all="ignore"):
                values = each(points)
        except (ArithmeticError, TypeError, ValueError):
            continue
        if values.shape == points.shape and np.isfinite(values).all():
            return each
    raise UserError(
        f"{name.removeprefix(PREFIX)} cannot be used as an activation or link: called with an "
        "array, it must return one finite number for each number in it"
    )


def _applied(function: Callable[[np.ndarray], np.ndarray], x: Any) -> Any:
    """Return the function of an array of numpy or of torch, with the dtype and the place of the
    array.
    """
    if isinstance(x, np.ndarray | np.generic | float | int):
        given = np.asarray(x)
        found = function(given.astype(float))
        return found.astype(given.dtype) if given.dtype.kind == "f" else found
    found = function(np.asarray(x.detach().cpu(), dtype=float))
    return x.new_tensor(found)


def _bends(name: str, function: Callable[[np.ndarray], np.ndarray]) -> list[float]:
    """Return the points where the slope jumps: where halving a cell does not halve its change."""
    edges = np.linspace(-_REACH, _REACH, _CELLS + 1) + 1e-4 / 3  # bends are often at round numbers
    slopes = np.diff(function(edges)) / np.diff(edges)
    found: list[float] = []
    change = np.abs(np.diff(slopes))
    for cell in np.flatnonzero(change > _BEND):
        low, high = edges[cell], edges[cell + 2]
        for _ in range(_HALVINGS):
            at = np.linspace(low, high, 9)
            turns = np.abs(np.diff(np.diff(function(at)) / np.diff(at)))
            worst = int(turns.argmax())
            low, high = at[worst], at[worst + 2]
            if high - low < 1e-6:
                break
        at = np.array([low, (low + high) / 2, high])
        values = function(at)
        if abs(values[2] - values[0]) > _JUMP:
            raise UserError(
                f"{name.removeprefix(PREFIX)} jumps at {at[1]:.6g}: it has no slope there"
            )
        turn = abs(np.diff(np.diff(values) / np.diff(at))[0])
        if turn > _BEND and not any(abs(at[1] - other) < 1e-4 for other in found):
            found.append(float(round(at[1], 6)))
    return found
