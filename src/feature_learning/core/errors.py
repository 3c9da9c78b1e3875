"""Errors that a user can act on, and the nearest names for a misspelt one."""

import difflib
from collections.abc import Iterable, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class UserError(Exception):
    """A mistake in what the user wrote, or a file in a bad state; the message names it and says
    what to do.
    """


class MissingError(UserError):
    """What is requested is not among the values of the run, such as a size that was left out."""


class NotCoveredError(UserError):
    """A theory that says nothing about these values, such as an activation with a mean."""


def did_you_mean(name: object, known: Iterable[str], *, most: int = 3) -> str:
    """Return `` Did you mean a or b?``, or the list of known names if none is similar.

    Parameters
    ----------
    name
        What the user wrote.
    known
        The names that exist.
    most
        The largest number of suggestions.
    """
    known = sorted(known)
    near = difflib.get_close_matches(str(name), known, n=most, cutoff=0.6)
    if near:
        return f" Did you mean {' or '.join(near)}?"
    return f" Known: {', '.join(known)}." if known else ""


def lookup(table: Mapping[str, Value], name: str, what: str) -> Value:
    """Return the entry of that name.

    Parameters
    ----------
    table
        The entries by name.
    name
        What the user wrote.
    what
        The kind of thing, for the message ``unknown <what> <name>``.

    Raises
    ------
    UserError
        The table has no such entry; the message suggests similar names.
    """
    if name not in table:
        raise UserError(f"unknown {what} {name!r}.{did_you_mean(name, table)}")
    return table[name]
