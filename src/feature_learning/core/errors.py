"""Errors that a user can act on, and the nearest names for a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class UserError(Exception):
    """Something that the user wrote or keeps is wrong; the message names the culprit and the way out."""


def did_you_mean(name: object, known: Iterable[str], *, most: int = 3) -> str:
    """Return `` Did you mean a or b?``, or what is allowed where nothing is near.

    Parameters
    ----------
    name
        What was written.
    known
        The names that exist.
    most
        How many suggestions at the most.
    """
    known = sorted(known)
    near = difflib.get_close_matches(str(name), known, n=most, cutoff=0.6)
    if near:
        return f" Did you mean {' or '.join(near)}?"
    return f" Known: {', '.join(known)}." if known else ""


def chosen(table: Mapping[str, Value], name: str, what: str) -> Value:
    """Return the entry of that name.

    Parameters
    ----------
    table
        What there is, by name.
    name
        What was written.
    what
        What it names, for the message: ``unknown <what> <name>``.

    Raises
    ------
    UserError
        There is none; the message says the nearest names.
    """
    if name not in table:
        raise UserError(f"unknown {what} {name!r}.{did_you_mean(name, table)}")
    return table[name]
