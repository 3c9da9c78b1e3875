"""The quantities that claims declare, computed from the tables of a run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from feature_learning.core.errors import MissingError, UserError, did_you_mean
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.quantity import Number, Part, Places, Step
from feature_learning.statistics.points import NAME
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import changes

_CONDITIONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "except": lambda value, limit: value != limit,
    "from": lambda value, limit: value >= limit,
    "outside": lambda value, limits: value <= limits[0] or value >= limits[1],
    "to": lambda value, limit: value <= limit,
}


def quantities_of(parts: Sequence[Part], tables: Tables, named: ModuleType) -> list[Quantity]:
    """Return the quantities of a claim. The points of several are named by what tells them apart:
    the values of their arguments, or else their functions. So is a number without coordinates.
    """
    found = [quantity_of(part, tables, named) for part in parts]
    if len(parts) == 1 and len(found[0].points.columns):
        return found
    names = {name for part in parts for name in part.given}
    differ = [name for name in names if len({part.given.get(name) for part in parts}) > 1]
    of = [
        ", ".join(str(part.given[name]) for name in sorted(differ) if name in part.given)
        or part.of.replace("_", " ")
        for part in parts
    ]
    return [
        replace(each, points=each.points.assign(**{NAME: name})[[NAME, *each.points]])
        for each, name in zip(found, of, strict=True)
    ]


def quantity_of(part: Part, tables: Tables, named: ModuleType) -> Quantity:
    """Return the quantity of a declaration.

    Parameters
    ----------
    part
        The declaration.
    tables, named
        The paper's tables and its module of quantities.

    Raises
    ------
    UserError
        There is no such quantity, or an operation refuses.
    """
    function = getattr(named, part.of, None)
    if function is None:
        near = did_you_mean(part.of, [name for name in vars(named) if name[0] != "_"])
        raise UserError(f"there is no quantity {part.of!r}.{near}")
    quantity: Quantity = function(tables, **part.given).pooled().at(**_places(part.at))
    for step in part.take or ():
        quantity = _taken(quantity, step, tables, named)
    return replace(quantity, symbols=getattr(named, "SYMBOLS", {}))


def _taken(quantity: Quantity, step: str | Step, tables: Tables, named: ModuleType) -> Quantity:
    """Return a quantity after one step."""
    if isinstance(step, str):
        found: Quantity = getattr(quantity, step.replace(" ", "_"))()
        return found
    if step.minus is not None:
        return quantity.minus(values_at(step.minus, quantity, tables, named))
    if step.over is not None:
        return quantity.over(values_at(step.over, quantity, tables, named))
    if step.changes is not None:
        ((coordinate, pairs),) = step.changes.items()
        return changes(quantity, coordinate, pairs)
    if step.crossing is not None:
        return quantity.crossing(step.crossing.of, step.crossing.level, step.crossing.scale)
    if step.estimator is not None:
        return quantity.averaged(step.estimator)
    if step.at is not None:
        return quantity.at(**_places(step.at))
    assert step.exponent is not None
    return quantity.exponent(step.exponent)


def values_at(
    given: Number, quantity: Quantity, tables: Tables, named: ModuleType
) -> Quantity | np.ndarray | float:
    """Return what a declaration means at the points of a quantity.

    Parameters
    ----------
    given
        A number, one for each point (NaN where there is none), a formula of the coordinates, or
        another quantity.
    quantity, tables, named
        The quantity, and what `quantity_of` takes.
    """
    if isinstance(given, Part):
        return quantity_of(given, tables, named)
    if isinstance(given, str):
        numbers: Any = quantity.points.eval(given)
        return np.broadcast_to(numbers, (len(quantity.points),)).astype(float)
    if isinstance(given, list):
        return np.array([np.nan if one is None else one for one in given], dtype=float)
    return float(given)


def rival_at(
    given: Number, parts: Sequence[Quantity], tables: Tables, named: ModuleType
) -> list[float]:
    """Return the value of a claim's rival at every point of its quantities.

    Raises
    ------
    MissingError
        The rival has another number of values than the claim has points.
    """
    points = sum(len(part.points) for part in parts)
    if isinstance(given, list):
        if len(given) != points:
            raise MissingError(f"its rival has {len(given)} values for {points} points")
        return [np.nan if one is None else float(one) for one in given]
    found: list[float] = []
    for part in parts:
        values = values_at(given, part, tables, named)
        if isinstance(values, Quantity):
            values = np.array([one.estimate for one in values.like(part).intervals()])
        found += np.broadcast_to(values, (len(part.points),)).tolist()
    return found


def _places(at: Places) -> dict[str, Any]:
    return {name: _condition(one) if isinstance(one, dict) else one for name, one in at.items()}


def _condition(declared: Mapping[Any, Any]) -> Callable[[Any], bool]:
    tests = [(_CONDITIONS[name], limit) for name, limit in declared.items()]
    return lambda value: all(test(value, limit) for test, limit in tests)
