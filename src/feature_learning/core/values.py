"""Types of an experiment's values: what its class annotates its fields with.

The fields are read before any job starts. Only the standard library is imported, because the
workflow reads these types while it is parsed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

Limit = float | str | None
"""A number, the name of another value of the experiment, or none."""


@dataclass(frozen=True)
class Number:
    """A number.

    Attributes
    ----------
    above, least, below, most
        What it must lie above, not fall below, lie below, not exceed.
    zero
        Whether it may also be 0, outside its limits.
    whole
        Whether the simulation needs whole numbers; theory's own points may lie between them.
    simulated
        Whether the limits are those of the simulation; theory's own points may lie beyond them.
    """

    above: Limit = None
    least: Limit = None
    below: Limit = None
    most: Limit = None
    zero: bool = False
    whole: bool = False
    simulated: bool = False


def whole(least: Limit = 1, most: Limit = None) -> Number:
    """Return the type of a whole number, by default of at least 1.

    Parameters
    ----------
    least, most
        As in `Number`.
    """
    return Number(least=least, most=most, whole=True)


@dataclass(frozen=True)
class Flag:
    """True or false."""


@dataclass(frozen=True)
class Text:
    """A text of a form.

    Attributes
    ----------
    pattern
        A regular expression for the whole text.
    shown
        What it must be, in words.
    """

    pattern: str
    shown: str


@dataclass(frozen=True, init=False)
class OneOf:
    """One of several names."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)


@dataclass(frozen=True)
class Function:
    """A function by its name or by its Hermite coefficients.

    Attributes
    ----------
    kind
        ``activation``; ``link``, a function of one projection; ``target``, a link or a sum of
        links over directions; or ``boolean``, the sign of a sum of monomials.
    names
        Further names, the paper's own.
    """

    kind: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Joint:
    """A mapping of values that go together, such as ``{d: 16, k: 3, n: 96}``.

    Each is a value of the setting, and a column, under its own name.

    Attributes
    ----------
    kinds
        The types by name.
    """

    kinds: Mapping[str, "Kind"]


Kind = Number | Flag | Text | OneOf | Function | Joint | tuple["Kind", ...]
"""The type of a value; several, of which one must fit, as a tuple."""

COUNT = whole()

T = TypeVar("T")
Grid = tuple[T, ...]
"""The values of a list that is swept inside a job; one value stands for the list of it."""
Count = Annotated[int, COUNT]
Positive = Annotated[float, Number(above=0)]
NotNegative = Annotated[float, Number(least=0)]
ActivationName = Annotated[str, Function("activation")]
LinkName = Annotated[str, Function("link")]
TargetName = Annotated[str, Function("target")]
Precision = Literal["float32", "float64"]
