"""Marked-up texts on pages: ``$...$`` becomes MathML, which browsers show without a script, and
``**...**`` and ``*...*`` become strong and emphasised; or all of it becomes plain text. What is
mathematics beyond doubt, such as d^2, H_2 or psi1, is typeset without dollar signs as well.
"""

import re
from functools import lru_cache

from latex2mathml.converter import convert
from latex2mathml.symbols_parser import convert_symbol
from markupsafe import Markup, escape

_MATHEMATICS = re.compile(r"\$([^$]+)\$")
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_EMPHASIS = re.compile(r"(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])")
_COMMAND = re.compile(r"\\[a-zA-Z]+")
_GREEK = (
    "alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|rho|sigma|tau|phi|psi|omega|"
    "Gamma|Delta|Sigma|Phi|Psi"
)
_INDEX = r"_(?:\{[^{}]+\}|[A-Za-z0-9]{1,2}(?![A-Za-z0-9_]))"
_EXPONENT = r"-?\d*\.\d+|-?[A-Za-z0-9]+(?:/\d+)?"
_POWER = rf"\^(?:\((?:[^()]|\([^()]*\))+\)|\{{[^{{}}]+\}}|{_EXPONENT})"
_RAW = re.compile(
    rf"(?<![A-Za-z_\\.-])(?:(?:{_GREEK})\d?|[A-Za-z]'?(?=[_^])|10(?=\^))(?![A-Za-z])"
    rf"(?:{_INDEX})?(?:{_POWER})?(?!\w|[.-]\w)"
    rf"|(?<!\w)sqrt ?(?:\((?P<inner>[A-Za-z0-9/]+)\)|(?P<single>[A-Za-z0-9])(?!\w))"
)
_WORDS = ("exp", "lim", "ln", "log", "max", "min", "sup")
_LONG = 45
"""A formula of so many characters can be wider than a telephone, and is scrolled there."""


def typeset(text: str) -> Markup:
    r"""Return text for a page: what stands between dollar signs as MathML, the remainder escaped.

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
    >>> "<msup><mi>d</mi>" in typeset("n of order d^2"), "<math" in typeset("one_step of fig_a.py")
    (True, False)
    >>> print(typeset("**One finding.** 2 * 3, *not* 5"))
    <strong>One finding.</strong> 2 * 3, <em>not</em> 5
    """
    parts = _MATHEMATICS.split(text)
    written = Markup("").join(
        _formula(part) if place % 2 else _with_raw(part) for place, part in enumerate(parts)
    )
    return Markup(_BOLD.sub(r"<strong>\1</strong>", str(written)))


@lru_cache(maxsize=4096)
def _formula(latex: str) -> Markup:
    written = Markup(convert(latex.replace(r"\arg ", r"\operatorname{arg} ")))
    return Markup('<span class="long">{}</span>').format(written) if len(latex) > _LONG else written


def _with_raw(text: str) -> Markup:
    """Return text without dollar signs, its raw mathematics typeset."""
    written, end = Markup(""), 0
    for found in _RAW.finditer(text):
        written += Markup(escape(text[end : found.start()])) + _formula(_latex(found))
        end = found.end()
    return _emphasised(written + Markup(escape(text[end:])))


def _latex(found: re.Match[str]) -> str:
    r"""Return raw mathematics as LaTeX.

    >>> [_latex(_RAW.search(raw)) for raw in ("d^2", "psi1", "n^(3/2)", "sqrt d", "w_1")]
    ['d^{2}', '\\psi_{1}', 'n^{3/2}', '\\sqrt{d}', 'w_{1}']
    >>> _latex(_RAW.search("n'^(-beta/(beta+1))"))
    "n'^{-\\beta/(\\beta+1)}"
    """
    root = found["inner"] or found["single"]
    if root:
        return rf"\sqrt{{{root}}}"
    text = re.sub(rf"^({_GREEK})(\d)", r"\1_\2", found[0])
    text = re.sub(r"\^\((.+)\)$", r"^{\1}", text)
    text = re.sub(rf"([_^])({_EXPONENT})", r"\1{\2}", text)
    return re.sub(rf"\b({_GREEK})(?![A-Za-z])", r"\\\1", text)


def _emphasised(text: Markup) -> Markup:
    return Markup(_EMPHASIS.sub(r"<em>\1</em>", str(text)))


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
        characters = _COMMAND.sub(lambda command: _character(command[0]), found[1])
        return re.sub(r"\{(.)\}", r"\1", characters).replace("{", "(").replace("}", ")")

    without = _EMPHASIS.sub(r"\1", _BOLD.sub(r"\1", text))
    return _MATHEMATICS.sub(read, without)


def _character(command: str) -> str:
    """Return what a command of LaTeX prints; of one that takes arguments its sign or nothing."""
    code = convert_symbol(command)
    if code:
        return chr(int(code, 16))
    name = command.removeprefix("\\")
    return "√" if name == "sqrt" else name if name in _WORDS else ""
