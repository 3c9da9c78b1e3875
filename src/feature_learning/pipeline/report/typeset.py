"""Formulas of captions as HTML and as plain text."""

from __future__ import annotations

import re
from html import escape

_SIGNS = {
    **dict(zip(["alpha", "beta", "gamma", "delta", "eta", "theta", "lambda", "mu", "nu"], "αβγδηθλμν", strict=True)),
    **dict(zip(["pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega"], "πρστφχψω", strict=True)),
    **dict(zip(["Delta", "Theta", "Lambda", "Sigma", "Phi", "Psi", "Omega"], "ΔΘΛΣΦΨΩ", strict=True)),
    "epsilon": "ε", "varepsilon": "ε", "kappa": "κ", "zeta": "ζ", "xi": "ξ", "ell": "ℓ",
    "infty": "∞", "sqrt": "√", "times": "×", "cdot": "·", "top": "⊤", "star": "⋆",
    "geq": "≥", "ge": "≥", "leq": "≤", "le": "≤", "approx": "≈", "sim": "∼", "propto": "∝",
    "to": "→", "pm": "±", "langle": "⟨", "rangle": "⟩", "|": "‖", "in": "∈", "neq": "≠",
    "quad": " ", ",": " ", ";": " ", "!": "", "left": "", "right": "",
}  # fmt: skip
_TOKEN = re.compile(r"\\(?:mathrm|mathbf|text)\{[^{}]*\}|\\[A-Za-z]+|\\.|[\^_]|[{}]|[^\\^_{}]")
_FORMULA = re.compile(r"\$([^$]+)\$")


def typeset(text: str) -> str:
    r"""Return a text as HTML, its formulas between dollars as italics, sub- and superscripts.

    Parameters
    ----------
    text
        Plain text with formulas in the part of TeX that matplotlib and this function know.

    Examples
    --------
    >>> typeset(r"$\eta = n^{\alpha}$ at $\log N < d_1$")
    '<i>η</i> = <i>n</i><sup><i>α</i></sup> at log <i>N</i> &lt; <i>d</i><sub>1</sub>'
    """
    parts = _FORMULA.split(text)
    return "".join(_html(part) if k % 2 else escape(part, quote=False) for k, part in enumerate(parts))


def plain(text: str) -> str:
    r"""Return a text with its formulas in Unicode, without markup.

    Parameters
    ----------
    text
        As `typeset` takes it.

    Examples
    --------
    >>> plain(r"$\eta = n^{\alpha}$ at $\sqrt{n}$")
    'η = n^α at √n'
    """
    return _FORMULA.sub(lambda found: "".join(_plain(token) for token in _tokens(found[1])), text)


def _tokens(formula: str) -> list[str]:
    return _TOKEN.findall(re.sub(r"(\\[A-Za-z]+)\s+(?=[A-Za-z\\])", r"\1 ", formula))


def _html(formula: str) -> str:
    found, pending, closing = [], "", []
    for token in _tokens(formula):
        if token in "^_" and len(token) == 1:
            pending = "sup" if token == "^" else "sub"
        elif token == "{":
            found.append(f"<{pending}>" if pending else "")
            closing.append(f"</{pending}>" if pending else "")
            pending = ""
        elif token == "}":
            found.append(closing.pop() if closing else "")
        else:
            sign = _sign(token)
            found.append(f"<{pending}>{sign}</{pending}>" if pending else sign)
            pending = ""
    return "".join(found)


def _sign(token: str) -> str:
    text = _plain(token)
    if len(text) == 1 and text.isalpha() and text != "ℓ":
        return f"<i>{text}</i>"
    return escape(text, quote=False)


def _plain(token: str) -> str:
    if token.startswith("\\"):
        word = token[1:]
        inner = re.fullmatch(r"(?:mathrm|mathbf|text)\{(.*)\}", word)
        return inner[1] if inner else _SIGNS.get(word, word)
    return {"{": "", "}": "", "-": "−", "*": "∗"}.get(token, token)
