"""Panels: grids of equal ones, a large one with small ones, rows of unequal numbers, strips."""

from collections.abc import Callable, Iterator
from typing import Any, Literal, cast

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.gridspec import SubplotSpec

from feature_learning.plotting.targets import TARGETS, Target

_STRIP = 0.22  # the height of a strip, in units of its panel's
_LOWEST = 1.6  # panels, in inches

Share = bool | Literal["none", "all", "row", "col"]


class Panelled(Figure):
    """A matplotlib figure with the size and the panels that its target requires.

    Parameters
    ----------
    target
        Where it will be printed.
    *args, **kwargs
        Passed on to `matplotlib.figure.Figure`.
    """

    def __init__(self, target: Target = TARGETS["neurips"], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        FigureCanvasAgg(self)
        self.target = target
        self.strips: dict[Axes, Axes] = {}

    def panels(
        self,
        rows: int = 1,
        columns: int = 1,
        *,
        height: float | None = None,
        width: float | None = None,
        sharex: Share = False,
        sharey: Share = False,
        ratios: list[float] | None = None,
    ) -> list[Axes]:
        """Return the axes of a grid of panels, row by row.

        Parameters
        ----------
        rows, columns
            The size of the grid.
        height
            The height of one row, in inches on paper; by default it follows the panels' width.
        width
            The width of the figure in inches; by default the target's column for one panel per
            row, else its page.
        sharex, sharey
            As in `matplotlib.figure.Figure.subplots`; shared axes are labelled once.
        ratios
            The relative widths of the columns.
        """
        self._resize(rows, columns, height, width)
        grid = {"width_ratios": ratios} if ratios else None
        found = self.subplots(
            rows, columns, squeeze=False, sharex=sharex, sharey=sharey, gridspec_kw=grid
        )
        return list(found.ravel())

    def hero(self, supports: int = 1, *, share: float = 0.6, height: float = 2.3) -> list[Axes]:
        """Return one large panel, and up to two small ones in a column at its right.

        Parameters
        ----------
        supports
            How many small panels: 0, 1 or 2. Without any the large one has a column's width.
        share
            Of the width that the large panel has, labels included.
        height
            Of the figure, in inches on paper.
        """
        if not supports:
            return self.panels(height=height)
        self._resize(1, 2, height, None)
        grid = self.add_gridspec(1, 2, width_ratios=[share, 1 - share])
        column = grid[1].subgridspec(supports, 1)
        return [self.add_subplot(grid[0]), *(self.add_subplot(column[k]) for k in range(supports))]

    def strip_below(self, ax: Axes) -> Axes:
        """Return a low panel under another, with its x axis: for what the other is too coarse to
        show.

        Parameters
        ----------
        ax
            The panel, which gives a fifth of its height.
        """
        rows = cast(SubplotSpec, ax.get_subplotspec()).subgridspec(
            2, 1, height_ratios=[1 - _STRIP, _STRIP], hspace=0.02
        )
        ax.set_subplotspec(rows[0])
        axis = ax.xaxis
        ticks = axis.get_major_locator(), axis.get_minor_locator()
        texts = axis.get_major_formatter(), axis.get_minor_formatter()
        strip = self.add_subplot(rows[1], sharex=ax)  # which sets the ticks of both again
        axis.set_major_locator(ticks[0])
        axis.set_minor_locator(ticks[1])
        axis.set_major_formatter(texts[0])
        axis.set_minor_formatter(texts[1])
        self.strips[strip] = ax
        return strip

    def facets(
        self, values: list[Any], title: str | Callable[[Any], str], **panels: Any
    ) -> Iterator[tuple[Axes, Any]]:
        """Yield one panel for each value of a parameter, in one row with a common y axis.

        Parameters
        ----------
        values
            The values, such as ``[1, 2, 3]``.
        title
            The panels' titles: a format such as ``"$s = {}$"``, or a function.
        **panels
            Changes of what `panels` gets.
        """
        name = title if callable(title) else title.format
        options = {"rows": 1, "columns": len(values), "sharey": "row", **panels}
        for ax, value in zip(self.panels(**options), values, strict=True):
            ax.set_title(name(value))
            yield ax, value

    def _resize(self, rows: int, columns: int, height: float | None, width: float | None) -> None:
        target = self.target
        width = width or (target.column if columns == 1 else target.page)
        # Wider than high, with room for the labels.
        own = max(0.48 * width / columns / target.type + 0.54, _LOWEST)
        height = (height or own) * target.type
        self.set_size_inches(width, height * rows)
