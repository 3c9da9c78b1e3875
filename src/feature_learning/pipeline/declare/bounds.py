"""Check the values of a resolved experiment against its bounds."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.networks.named import activation, link, links
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.values import Range, Value

_COMPARED = {
    "least": (operator.ge, "at least"),
    "most": (operator.le, "at most"),
    "above": (operator.gt, "above"),
    "below": (operator.lt, "below"),
}


@dataclass(frozen=True)
class Broken:
    """A value outside its bound.

    Attributes
    ----------
    name, value
        The value that is wrong.
    must
        What it must be.
    other, against
        The name and the value of the bound, if the bound is another value.
    said
        The whole message, where it says more than what the value must be.
    """

    name: str
    value: Value
    must: str
    other: str = ""
    against: Value = 0
    said: str = ""


def tables(design: Experiment) -> dict[str, dict[str, list[Value]]]:
    """Return all values, including theory's, by the table and the name under which they are declared."""
    theory: dict[str, list[Value]] = {
        name: list(values.values()) if isinstance(values, Range) else values for name, values in (design.theory or {}).items()
    }
    fixed = {name: [value] for name, value in design.fixed.items()}
    return {"sweep": design.sweep, "grid": design.grid, "fixed": fixed, "theory": theory}


def broken(design: Experiment) -> Iterator[Broken]:
    """Yield, for each bound and name, the first value that breaks the bound.

    Settings and grid points are all combinations of the values, so a bound between two values
    holds if it holds for each pair. Theory's own points may be fractional where the simulation
    needs whole numbers: its curves are drawn between the simulation's points.
    """
    bounds, simulated = design.bounds, design.simulated
    values = {name: list(own) for name, own in simulated.items()}
    for name, own in tables(design)["theory"].items():
        values[name] = [*values.get(name, []), *own]
    for name in bounds.whole:
        check = _whole if name in bounds.least else _counting
        yield from _first(name, simulated.get(name, values[name]), check)
    for name in bounds.positive:
        yield from _first(name, values[name], _positive)
    for kind_of, names in ((activation, bounds.activations), (link, bounds.links), (checked_target, bounds.targets)):
        for name in names:
            known = bounds.own.get(name, [])
            refused = (_unknown(name, value, kind_of, known) for value in values[name] if value not in known)
            yield from itertools.islice(filter(None, refused), 1)
    for kind, limits in bounds.limits().items():
        for name, limit in limits.items():
            others = values[limit] if isinstance(limit, str) else [limit]
            pairs = itertools.product(values[name], others)
            found = (_compared(kind, name, value, limit, against) for value, against in pairs)
            yield from itertools.islice(filter(None, found), 1)


def _compared(kind: str, name: str, value: Value, limit: float | str, against: Value) -> Broken | None:
    """Return how a value breaks a limit, if it does. The limit is a number or the name of another value."""
    holds, words = _COMPARED[kind]
    if not _number(value):
        return Broken(name, value, "a number")
    if not isinstance(limit, str):
        return None if holds(value, limit) else Broken(name, value, f"{words} {limit:g}")
    if not _number(against):
        return Broken(limit, against, "a number")
    return None if holds(value, against) else Broken(name, value, f"{words} {limit}", limit, against)


def _first(name: str, values: Iterable[Value], check: Callable[[Any], str]) -> Iterator[Broken]:
    """Yield the first value that a check refuses, with the reason."""
    said = ((value, check(value) if _number(value) else "a number") for value in values)
    yield from itertools.islice((Broken(name, value, must) for value, must in said if must), 1)


def _unknown(name: str, value: Value, kind_of: Callable[[str], object], own: list[str]) -> Broken | None:
    """Return why a value is no activation, link or target, if it is none."""
    try:
        kind_of(str(value))
    except UserError as error:
        more = f" This paper has more:{did_you_mean(value, own)}" if own else ""
        return Broken(name, value, "", said=f"{error}{more}")
    return None


def checked_target(value: str) -> None:
    """Refuse what is neither a link nor a sum of links; raises as `networks.named.link` does."""
    if links(value) is None:
        link(value)


def _number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: float) -> str:
    return "" if float(value).is_integer() else "a whole number"


def _counting(value: float) -> str:
    return _whole(value) or ("" if value >= 1 else "at least 1")


def _positive(value: float) -> str:
    return "" if 0 < value < math.inf else "positive and finite"
