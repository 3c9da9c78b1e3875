"""What ``snakemake --report`` says of a figure, taken from its paper's declarations."""

from __future__ import annotations

import re

from feature_learning.pipeline.declare.schema import Paper

# What reStructuredText would read as markup.
_MARKUP = re.compile(r"([\\*`|_])")


class Legend:
    """A figure's words, as the template ``workflow/report/figure.rst`` needs them.

    An object among a rule's ``params`` that is no plain value is no reason to run the rule again, so words can be mended
    without drawing anew.

    Parameters
    ----------
    key
        The paper's.
    figure
        The figure's name.
    declared
        The paper.
    """

    def __init__(self, key: str, figure: str, declared: Paper) -> None:
        words = declared.figures[figure]
        self.target = f"figures/{key}/{figure}"
        self.paper = f"{key}: {declared.title}"
        self.labels = {"figure": figure, "title": words.title}
        self.caption = _plain(words.caption)
        self.origin = _plain(words.origin)
        self.ours = _plain(words.ours)
        self.source = _plain(f"{declared.authors} ({declared.year}). {declared.title}. {declared.venue}.")
        self.claims = [_plain(claim.says) for claim in words.claims.values()]

    def __str__(self) -> str:
        return self.target


def _plain(text: str) -> str:
    r"""Escape markup.

    >>> print(_plain("sums of |x_i|^2"))
    sums of \|x\_i\|^2
    """
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
