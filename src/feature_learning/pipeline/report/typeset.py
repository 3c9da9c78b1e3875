"""Mathematics on pages: ``$...$`` in captions and claims becomes MathML, which browsers show without a script."""

from __future__ import annotations

import re

from latex2mathml.converter import convert
from markupsafe import Markup, escape

_MATHEMATICS = re.compile(r"\$([^$]+)\$")


def typeset(text: str) -> Markup:
    r"""Return text for a page: what stands between dollar signs as MathML, the rest escaped.

    Parameters
    ----------
    text
        Plain text with LaTeX between single dollar signs.

    Examples
    --------
    >>> print(typeset("a < b"))
    a &lt; b
    >>> "<mi>&#x003B1;</mi>" in typeset(r"at $\alpha$")
    True
    """
    parts = _MATHEMATICS.split(text)
    return Markup("").join(Markup(convert(part)) if place % 2 else escape(part) for place, part in enumerate(parts))
