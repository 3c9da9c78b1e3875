"""Checks of an experiment's values against the types of the fields of its class."""

import itertools
import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeGuard

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.values import Flag, Function, Joint, Kind, Number, OneOf, Text
from feature_learning.data.monomials import monomials
from feature_learning.networks.named import activation, degree, link, links
from feature_learning.pipeline.declare import fields
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.functions import experiment_class
from feature_learning.pipeline.declare.values import Mapped, Value

_HIGHEST = 20  # with `data.hermite.gaussian_nodes`, E H_k^2 = k! to 2e-9 here and to 6e-4 at k = 30
_COMPARED = {
    "above": (operator.gt, "above"),
    "least": (operator.ge, "at least"),
    "below": (operator.lt, "below"),
    "most": (operator.le, "at most"),
}


@dataclass(frozen=True)
class BoundViolation:
    """A value that is not what its type requires.

    Attributes
    ----------
    name, value
        The value that is wrong.
    must
        What it must be.
    other, against
        The name and the value of the bound, if the bound is another value.
    message
        The whole message, where it says more than what the value must be.
    """

    name: str
    value: Value | Mapped
    must: str
    other: str = ""
    against: Value = 0
    message: str = ""


def kinds_of(folder: Path, experiment: str, run: str) -> Mapping[str, Kind]:
    """Return the types of an experiment's values: the fields of its class."""
    own = experiment_class(experiment, run)
    return fields.with_parts(fields.kinds_of(fields.module(folder, own.module), own.name))


def violations(design: Experiment, kinds: Mapping[str, Kind]) -> Iterator[BoundViolation]:
    """Yield the first violation of each value's type.

    Settings and grid points are all combinations of the values, so a bound between two values
    holds if it holds for each pair. Theory's own points may be fractional where the simulation
    needs whole numbers: its curves are drawn between the simulation's points.
    """
    every = {name: list(values) for name, values in design.simulated.items()}
    for name, values in design.theory_points.items():
        every[name] = [*every.get(name, []), *values]
    checks = _Checks(kinds, every)
    for name, values in every.items():
        declared = design.simulated.get(name, values)
        wrong = (checks.violation(name, value, simulated=value in declared) for value in values)
        yield from itertools.islice(filter(None, wrong), 1)


def lacking(folder: Path, experiment: str, design: Experiment) -> Iterator[str]:
    """Yield a message for each field of an experiment's class that the declaration gives no value,
    and for each value without a field.
    """
    own = experiment_class(experiment, design.run)
    names = fields.kinds_of(fields.module(folder, own.module), own.name)
    given = {**design.values, **(design.theory or {})}
    for name in names:
        if name not in given:
            yield f"{experiment}: lacks the value {name} of {own.name} in {own.file}"
    for name in given:
        if name not in names:
            near = did_you_mean(name, names)
            yield f"{experiment}: {own.name} in {own.file} has no field {name}.{near}"


@dataclass(frozen=True)
class _Checks:
    """The checks of one experiment's values.

    Attributes
    ----------
    kinds
        Types by the names of values.
    every
        All values by name, to which limits refer.
    """

    kinds: Mapping[str, Kind]
    every: Mapping[str, list[Value | Mapped]]

    def violation(
        self, name: str, value: Value | Mapped, *, simulated: bool
    ) -> BoundViolation | None:
        """Return how a value differs from its type, if it does."""
        kind = self.kinds.get(name)  # a value without a field is named by `lacking`
        return None if kind is None else self._of_kind(name, value, kind, simulated=simulated)

    def _of_kind(
        self, name: str, value: Value | Mapped, kind: Kind, *, simulated: bool
    ) -> BoundViolation | None:
        if isinstance(kind, tuple):
            found = [self._of_kind(name, value, each, simulated=simulated) for each in kind]
            return None if None in found else found[0 if isinstance(value, str) else -1]
        if isinstance(kind, Joint):
            return self._of_parts(name, value, kind)
        if isinstance(kind, Number):
            return self._compared(name, value, kind, simulated=simulated)
        if isinstance(kind, Flag):
            return None if isinstance(value, bool) else BoundViolation(name, value, "true or false")
        if isinstance(kind, OneOf):
            known = [str(each) for each in kind.names]
            return None if value in known else BoundViolation(name, value, _listed(known))
        if isinstance(kind, Text):
            fits = isinstance(value, str) and re.fullmatch(kind.pattern, value)
            return None if fits else BoundViolation(name, value, kind.shown)
        return None if value in kind.names else _unknown(name, value, kind)

    def _of_parts(self, name: str, value: Value | Mapped, kind: Joint) -> BoundViolation | None:
        """Return which of several values that go together differs from its type, if one does.

        Limits between them hold within the mapping.
        """
        if not isinstance(value, dict) or {*value} != {*kind.kinds}:
            return BoundViolation(name, value, f"a mapping of {_listed(kind.kinds, 'and')}")
        parts = replace(self, every={**self.every, **{part: [own] for part, own in value.items()}})
        for part, own in value.items():
            wrong = parts.violation(part, own, simulated=True)
            if wrong:
                bound = f"{wrong.must} = {wrong.against!r}" if wrong.other else wrong.must
                message = wrong.message or f"{part} must be {bound} (found {own!r})"
                return BoundViolation(name, value, "", message=message)
        return None

    def _compared(
        self, name: str, value: Value | Mapped, kind: Number, *, simulated: bool
    ) -> BoundViolation | None:
        """Return how a number breaks a limit, if it does. A limit is a number or the name of
        another value.
        """
        if not _is_number(value):
            return BoundViolation(name, value, "a number")
        if kind.whole and simulated and not float(value).is_integer():
            return BoundViolation(name, value, "a whole number")
        if kind.simulated and not simulated:
            return None
        if kind.above is not None and value == math.inf:
            return BoundViolation(name, value, "finite")
        if kind.zero and value == 0:
            return None
        for attribute, (holds, words) in _COMPARED.items():
            words = f"0 or {words}" if kind.zero else words
            limit = getattr(kind, attribute)
            if isinstance(limit, str):
                for against in self.every.get(limit, ()):
                    if not _is_number(against):
                        return BoundViolation(limit, against, "a number")
                    if not holds(value, against):
                        return BoundViolation(name, value, f"{words} {limit}", limit, against)
            elif limit is not None and not holds(value, limit):
                positive = (attribute, limit) == ("above", 0)
                return BoundViolation(name, value, "positive" if positive else f"{words} {limit:g}")
        return None


def _listed(names: Iterable[str], word: str = "or") -> str:
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


def _unknown(name: str, value: Value | Mapped, kind: Function) -> BoundViolation | None:
    """Return why a value is no such function, if it is none."""
    checks: dict[str, Callable[[str], object]] = {
        "activation": activation,
        "boolean": monomials,
        "link": link,
        "target": checked_target,
    }
    try:
        checks[kind.kind](str(value))
    except UserError as error:
        named = kind.names and "_" not in str(value)  # functions that are written out have _
        more = f" This paper has more:{did_you_mean(value, kind.names)}" if named else ""
        return BoundViolation(name, value, "", message=f"{error}{more}")
    if (highest := degree(str(value))) > _HIGHEST:
        said = f"has degree {highest}, and quadrature is exact to {_HIGHEST}"
        return BoundViolation(name, value, "", message=f"{value} {said}")
    return None


def checked_target(value: str) -> None:
    """Refuse what is neither a link nor a sum of links; raises as `networks.named.link` does."""
    if links(value) is None:
        link(value)


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
