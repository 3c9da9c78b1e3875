"""Formulas of the documentation's site: LaTeX becomes MathML, which browsers show without a script
and without a network. A hook of MkDocs; ``pymdownx.arithmatex`` marks the formulas.
"""

import html
import re
from typing import Any

from latex2mathml.converter import convert

_MARKED = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\s*\\(?P<mark>[(\[])(?P<latex>.*?)\\[)\]]\s*'
    r"</(?P=tag)>",
    re.DOTALL,
)


def on_page_content(text: str, **_: Any) -> str:
    """Return the HTML of a page with its formulas as MathML.

    Parameters
    ----------
    text
        The page, with its formulas marked.
    """

    def formula(found: re.Match[str]) -> str:
        display = "inline" if found["mark"] == "(" else "block"
        return convert(html.unescape(found["latex"]), display=display)

    return _MARKED.sub(formula, text)
