"""The entry of a figure in ``snakemake --report``, from the declarations of its paper."""

import re
from pathlib import Path

from feature_learning.pipeline.declare.schema import Paper
from feature_learning.pipeline.report.fields import declared_values, filled, read

# Characters that reStructuredText would read as markup.
_MARKUP = re.compile(r"([\\*`|_])")
_BOLD = re.compile(r"\\\*\\\*(.+?)\\\*\\\*")
_FORMULA = re.compile(r"\$([^$]+)\$")


class Legend:
    """The texts of a figure, as the template ``workflow/report/figure.rst`` needs them.

    Snakemake does not rerun a rule when an object among its ``params`` changes, unless it is a
    plain value. So texts can be changed without drawing the figure again.

    Parameters
    ----------
    key
        The paper's key.
    figure
        The figure's name.
    declared
        The paper.
    said
        The file with the values of the fields of its texts, which its job writes.
    """

    def __init__(self, key: str, figure: str, declared: Paper, said: Path) -> None:
        words = declared.figures[figure]
        self.target = f"figures/{key}/{figure}"
        self.paper = f"{key}: {declared.title}"
        self.labels = {"figure": figure, "title": words.title}
        self._caption = words.caption
        self._values = declared_values({read: declared.experiments[read] for read in words.reads})
        self._said = said
        self.origin = _plain(words.source)
        self.ours = _plain(words.ours)
        self.source = _plain(
            f"{declared.authors} ({declared.year}). {declared.title}. {declared.venue}."
        )
        self.claims = [_plain(claim.says) for claim in words.claims.values()]

    @property
    def caption(self) -> str:
        """The caption, its fields filled where the figure is drawn."""
        return _plain(filled(self._caption, self._values | (read(self._said) or {})))

    def __str__(self) -> str:
        return self.target


def _plain(text: str) -> str:
    r"""Escape markup, and mark what stands between dollar signs as mathematics.

    >>> print(_plain("sums of |x_i|^2"))
    sums of \|x\_i\|^2
    >>> print(_plain(r"at $x_i < \eta$"))
    at :math:`x_i < \eta`
    """
    parts = _FORMULA.split(" ".join(text.split()))
    marked = (
        f":math:`{part}`" if k % 2 else _MARKUP.sub(r"\\\1", part) for k, part in enumerate(parts)
    )
    return _BOLD.sub(r"\1", "".join(marked))  # markup does not nest in reStructuredText
