"""Numbers in captions: fields filled from the tables of a run and from declared values."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.files import loads, read_text
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.report.pages import number

_FORMULA = re.compile(r"(\$[^$]*\$)")
_NAME = r"[a-z]\w*(?:\.[a-z]\w*)?"
_FIELD = re.compile(rf"\{{({_NAME})(?::([^{{}}]*))?\}}")
_IN_FORMULA = re.compile(rf"\{{\{{\{{({_NAME})(?::([^{{}}]*))?\}}\}}\}}")
_BARE = re.compile(r"(?<!\{)\{([a-z]\w+(?:\.[a-z]\w*)?)(?::[^{}]*)?\}(?!\})")
_UNKNOWN = "…"
# Between sentences: after a full stop, before a capital, a formula, bold type or a panel's letter.
_SENTENCE = re.compile(r"(?<=\.)\s+(?=[A-Z$*]|[a-z]:)|(?<=\.\*\*)\s+")


def filled(text: str, said: Mapping[str, Any] | None, *, strict: bool = False) -> str:
    r"""Return a text with its fields filled; within formulas single braces are LaTeX's, and a field
    has three. A sentence that quotes a number which this run does not have is left out.

    Parameters
    ----------
    text
        A title, a caption or notes, with fields such as ``{gap:.0%}``.
    said
        The values that the figure gave, None or NaN where the run lacks it; None for a figure that
        is not drawn yet.
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
        raise UserError(
            f"the text uses the field {found[1]!r}, but the figure does not set it.{near}"
        )

    absent = {name for name, known in (said or {}).items() if known is None or known != known}
    if absent:
        text = _without(text, absent)
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


def _without(text: str, absent: set[str]) -> str:
    """Return a text without the sentences that have one of these fields."""
    return " ".join(
        sentence
        for sentence in _SENTENCE.split(text)
        if not absent.intersection(re.findall(rf"\{{({_NAME})(?::[^{{}}]*)?\}}", sentence))
    )


def declared_values(experiments: Mapping[str, Experiment]) -> dict[str, Any]:
    """Return the declared values of experiments and their numbers of seeds, as fields such as
    ``{double_descent.ridge}``.

    Parameters
    ----------
    experiments
        By name, resolved for a scale.
    """
    return {
        f"{name}.{value}": in_words(given) if isinstance(given, list | dict) else given
        for name, design in experiments.items()
        for value, given in {**design.values, "seeds": design.seeds}.items()
    }


def in_words(given: Any) -> str:
    """Return a declared value for readers; several that go together stand in parentheses.

    Parameters
    ----------
    given
        As a file of experiments has it: a number, a word, a mapping, or a list of these.
    """
    if isinstance(given, list):
        return ", ".join(map(in_words, given))
    if isinstance(given, dict):
        return f"({', '.join(f'{name} = {number(value)}' for name, value in given.items())})"
    return number(given)


def read(path: Path) -> dict[str, Any] | None:
    """Return what a figure said when it was drawn; None if it has not been.

    Parameters
    ----------
    path
        The figure's file of fields, which `render` writes.
    """
    return loads(read_text(path)) if path.exists() else None
