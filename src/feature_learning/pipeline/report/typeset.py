"""Marked-up texts on pages: ``$...$`` becomes MathML, which browsers show without a script, and
``**...**`` and ``*...*`` become strong and emphasised; or all of it becomes plain text.
"""

import re

from latex2mathml.converter import convert
from markupsafe import Markup, escape

_MATHEMATICS = re.compile(r"\$([^$]+)\$")
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_EMPHASIS = re.compile(r"(?<![\w*])\*(\S[^*]*?)\*(?![\w*])")
_COMMAND = re.compile(r"\\[a-zA-Z]+")


def typeset(text: str) -> Markup:
    r"""Return text for a page: what stands between dollar signs as MathML, the rest escaped.

    Parameters
    ----------
    text
        Plain text with LaTeX between single dollar signs, and what is bold between two asterisks.

    Examples
    --------
    >>> print(typeset("a < b"))
    a &lt; b
    >>> "<mi>&#x003B1;</mi>" in typeset(r"at $\alpha$")
    True
    >>> print(typeset("**One finding.** 2 * 3, *not* 5"))
    <strong>One finding.</strong> 2 * 3, <em>not</em> 5
    """
    parts = _MATHEMATICS.split(text)
    written = Markup("").join(
        Markup(convert(part)) if place % 2 else _emphasised(part)
        for place, part in enumerate(parts)
    )
    return Markup(_BOLD.sub(r"<strong>\1</strong>", str(written)))


def _emphasised(text: str) -> Markup:
    return Markup(_EMPHASIS.sub(r"<em>\1</em>", str(escape(text))))


def plain(text: str) -> str:
    r"""Return text without markup, for a tooltip or a screen reader.

    Parameters
    ----------
    text
        As for `typeset`.

    Examples
    --------
    >>> plain(r"once $n$ reaches $d^{\ell}$ or $d^{2s}$")
    'once n reaches d^ℓ or d^(2s)'
    """

    def read(found: re.Match[str]) -> str:
        characters = _COMMAND.sub(
            lambda command: str(Markup(convert(command[0])).striptags()), found[1]
        )
        return re.sub(r"\{(.)\}", r"\1", characters).replace("{", "(").replace("}", ")")

    without = _EMPHASIS.sub(r"\1", _BOLD.sub(r"\1", text))
    return _MATHEMATICS.sub(read, without)
