"""Formulas of the values of an experiment: how the cost of its training jobs grows."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import Field, field_validator

from feature_learning.core.errors import did_you_mean
from feature_learning.pipeline.declare.values import Strict

_OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


class Growth(Strict):
    """The leading cost of a training job, but for a factor, as formulas of its values."""

    time: str = Field(description="operations, such as n * d * width")
    memory: str = Field(description="the largest array, such as n * width")

    @field_validator("time", "memory")
    @classmethod
    def _formula(cls, formula: str) -> str:
        names_in(formula)
        return formula

    @property
    def names(self) -> set[str]:
        """The values that either formula has."""
        return names_in(self.time) | names_in(self.memory)

    def check(self, values: Mapping[str, Any]) -> None:
        """Refuse a formula with a name that is not among the values of an experiment."""
        for name in sorted(self.names - values.keys()):
            raise ValueError(f"grows: unknown value {name!r}.{did_you_mean(name, values)}")


def names_in(formula: str) -> set[str]:
    """Return the values that a formula has.

    Raises
    ------
    ValueError
        It has something other than values, positive numbers, +, *, / and **.
    """
    try:
        tree = _parsed(formula)
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        _value(tree, dict.fromkeys(names, 1.0))
    except (SyntaxError, TypeError, KeyError, ZeroDivisionError):
        raise ValueError(
            f"{formula!r} is not a formula of values, numbers, +, *, / and **"
        ) from None
    return names


def evaluate(formula: str, values: Mapping[str, Any]) -> float:
    """Return a formula's number; infinite values, such as a missing spike's exponent, count 1.

    Examples
    --------
    >>> evaluate("n * d**2 / 4", {"n": 3, "d": 2.0})
    3.0
    """
    return _value(_parsed(formula), values)


@cache
def _parsed(formula: str) -> ast.expr:
    return ast.parse(formula, mode="eval").body


def _value(node: ast.expr, values: Mapping[str, Any]) -> float:
    match node:
        case ast.Name(name):
            number = float(values[name])
            return number if math.isfinite(number) else 1.0
        case ast.Constant(int() | float() as number):
            return float(number)
        case ast.BinOp(left, operation, right):
            return float(_OPERATIONS[type(operation)](_value(left, values), _value(right, values)))
    raise TypeError
