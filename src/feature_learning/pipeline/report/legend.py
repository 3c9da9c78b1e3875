"""What ``snakemake --report`` says about a figure, taken from the declarations of its paper."""

from __future__ import annotations

import re

from feature_learning.pipeline.declare.schema import Paper
from feature_learning.pipeline.report.typeset import plain

# Characters that reStructuredText would read as markup.
_MARKUP = re.compile(r"([\\*`|_])")


class Legend:
    """The texts of a figure, as the template ``workflow/report/figure.rst`` needs them.

    Snakemake does not rerun a rule when an object among its ``params`` changes, unless it is a plain value. So texts
    can be changed without drawing the figure again.

    Parameters
    ----------
    key
        The paper's key.
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
    return _MARKUP.sub(r"\\\1", plain(" ".join(text.split())))
