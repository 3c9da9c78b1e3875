"""Numbers in captions: fields that a figure fills from the tables of its run."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean

_FORMULA = re.compile(r"(\$[^$]*\$)")
_FIELD = re.compile(r"\{([a-z]\w*)(?::([^{}]*))?\}")
_IN_FORMULA = re.compile(r"\{\{\{([a-z]\w*)(?::([^{}]*))?\}\}\}")
_BARE = re.compile(r"(?<!\{)\{([a-z]\w+)(?::[^{}]*)?\}(?!\})")
_UNKNOWN = "…"


def filled(text: str, said: Mapping[str, Any] | None, *, strict: bool = False) -> str:
    r"""Return a text with its fields filled; within formulas single braces are LaTeX's, and a field
    has three.

    Parameters
    ----------
    text
        A title, a caption or notes, with fields such as ``{gap:.0%}``.
    said
        The values that the figure gave; None for a figure that is not drawn yet.
    strict
        Refuse a field without a value. Otherwise it stays open, as on the page of an older run.

    Raises
    ------
    UserError
        `strict` holds, and a field has no value, or one in a formula has single braces.

    Examples
    --------
    >>> filled(r"{gap:.1%} below $d^{2}$", {"gap": 0.021})
    '2.1% below $d^{2}$'
    >>> filled("$d^{{{slope:.1f}}}$", {"slope": -0.5})
    '$d^{-0.5}$'
    """

    def value(found: re.Match[str]) -> str:
        known = said or {}
        if found[1] in known:
            return format(known[found[1]], found[2] or "")
        if not strict:
            return _UNKNOWN
        near = did_you_mean(found[1], list(known))
        raise UserError(f"the figure does not say {found[1]!r}, a field of its text.{near}")

    parts = _FORMULA.split(text)
    for name in _BARE.findall("".join(parts[1::2])) if strict else ():
        if name in (said or {}):
            raise UserError(f"{{{name}}} in a formula: within $...$ a field has three braces")
    return "".join(
        _IN_FORMULA.sub(lambda found: "{" + value(found) + "}", part)
        if k % 2
        else _FIELD.sub(value, part)
        for k, part in enumerate(parts)
    )


def without_fields(text: str) -> str:
    """Return a text without its formulas and fields: what is left is the same at every scale.

    Parameters
    ----------
    text
        As in `filled`.
    """
    return _FIELD.sub("", _FORMULA.sub("", text))


def read(path: Path) -> dict[str, Any] | None:
    """Return what a figure said when it was drawn; None if it has not been.

    Parameters
    ----------
    path
        The figure's file of fields, which `render` writes.
    """
    return json.loads(path.read_text()) if path.exists() else None
