"""Numbers in captions: fields that a figure fills from the tables of its run."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean

_FORMULA = re.compile(r"(\$[^$]*\$)")
_FIELD = re.compile(r"\{([a-z]\w*)(?::([^{}]*))?\}")
_UNKNOWN = "…"


def filled(text: str, said: Mapping[str, Any] | None) -> str:
    r"""Return a text with its fields filled; braces within formulas are LaTeX's.

    Parameters
    ----------
    text
        A title, a caption or notes, with fields such as ``{gap:.0%}``.
    said
        The values that the figure gave; None for a figure that is not drawn yet, whose fields stay
        open.

    Raises
    ------
    UserError
        The figure does not say a field.

    Examples
    --------
    >>> filled(r"{gap:.1%} below $d^{2}$", {"gap": 0.021})
    '2.1% below $d^{2}$'
    """

    def value(found: re.Match[str]) -> str:
        if said is None:
            return _UNKNOWN
        if found[1] not in said:
            near = did_you_mean(found[1], list(said))
            raise UserError(f"the figure does not say {found[1]!r}, a field of its text.{near}")
        return format(said[found[1]], found[2] or "")

    parts = _FORMULA.split(text)
    return "".join(part if k % 2 else _FIELD.sub(value, part) for k, part in enumerate(parts))


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
