"""A figure that remembers the points drawn on it, and puts its panels, letters and legend in
order.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Literal, cast

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.gridspec import SubplotSpec
from matplotlib.text import Annotation

from feature_learning.plotting.key import Entry
from feature_learning.plotting.layout import arrange
from feature_learning.plotting.palette import written
from feature_learning.plotting.targets import TARGETS, Target

_STRIP = 0.22  # the height of a strip, in units of its panel's
_LOWEST = 1.6  # panels, in inches

Share = bool | Literal["none", "all", "row", "col"]


class Sheet(Figure):
    """A matplotlib figure that records what the plotting helpers draw on it.

    A module draws its panels; `arrange` then letters them, labels shared axes once, places one
    legend outside the panels, and computes the layout.

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
        self._drawn: list[tuple[Axes, pd.DataFrame]] = []
        self._finishing: list[Callable[[], object]] = []
        self.said: dict[str, Any] = {}
        self.entries: list[Entry] = []
        self.on_levels: list[Annotation] = []
        self.edges: dict[Axes, list[Annotation]] = {}
        self.striped: set[str] = set()
        self.strips: dict[Axes, Axes] = {}
        self.lettered: dict[Axes, str] = {}
        self.above: dict[Axes, float] = {}
        self.framed: dict[Axes, tuple[Axes, str]] = {}  # the first of its row, and the moment

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
        strip = self.add_subplot(rows[1], sharex=ax)  # which sets the ticks of both anew
        axis.set_major_locator(ticks[0])
        axis.set_minor_locator(ticks[1])
        axis.set_major_formatter(texts[0])
        axis.set_minor_formatter(texts[1])
        self.strips[strip] = ax
        return strip

    def say(self, **fields: Any) -> None:
        """Give the values of the fields in the figure's title, caption and notes.

        Parameters
        ----------
        **fields
            Such as ``gap=0.03``, which a caption has as ``{gap:.0%}``.
        """
        self.said.update(fields)

    def curve(self, ax: Axes, series: str) -> np.ndarray:
        """Return the points of a series in a panel, (points, 2), in data units.

        Parameters
        ----------
        ax
            The panel.
        series
            The series' name; its theory, where it has one.
        """
        parts = [part for own, part in self._drawn if own is ax and len(part)]
        parts = [part for part in parts if part["series"].iloc[0] == series]
        parts = [part for part in parts if part["role"].iloc[0] == "theory"] or parts
        found = [part[["x", "y"]].to_numpy(dtype=float) for part in parts if "y" in part]
        return np.concatenate(found) if found else np.empty((0, 2))

    def mosaic(
        self,
        *columns: int,
        height: float | None = None,
        heights: Sequence[float] | None = None,
        shared: Collection[int] = (),
    ) -> list[Axes]:
        """Return the axes of rows with unequal numbers of panels, row by row.

        Parameters
        ----------
        *columns
            The number of panels in each row, such as ``3, 2`` for five panels.
        height
            The mean height of a row, in inches on paper.
        heights
            The relative heights of the rows; by default all are equal.
        shared
            The rows, from 0, whose panels have a common y axis.
        """
        self._resize(len(columns), max(columns), height, None)
        rows = self.add_gridspec(len(columns), 1, height_ratios=heights)
        found: list[Axes] = []
        for number, count in enumerate(columns):
            share: Share = "row" if number in shared else False
            found += list(
                rows[number].subgridspec(1, count).subplots(squeeze=False, sharey=share)[0]
            )
        return found

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

    def name(self, entry: Entry) -> None:
        """Put a series into the legend; what is named before does not count twice."""
        self.entries.append(entry)

    def finish(self, last: Callable[[], object]) -> None:
        """Call a function when all is drawn, before the layout: it may read the axes' limits."""
        self._finishing.append(last)

    def edge_label(self, ax: Axes, y: float, text: str, colour: str) -> None:
        """Put a label to the right of a panel; labels that would touch are moved apart.

        Parameters
        ----------
        ax
            The panel.
        y
            The height that it names, in data units.
        text, colour
            What it says, and in which colour.
        """
        label = ax.annotate(
            text,
            (1, y),
            xycoords=("axes fraction", "data"),
            xytext=(3 * self.target.type, 0),
            textcoords="offset points",
            color=written(colour),
            fontsize=mpl.rcParams["legend.fontsize"],
            va="center_baseline",
            annotation_clip=False,
        )
        self.edges.setdefault(ax, []).append(label)

    def room_above(self, ax: Axes, points: float) -> None:
        """Leave room between a panel and its title.

        Parameters
        ----------
        ax
            The panel.
        points
            How much.
        """
        self.above[ax] = points

    def arrange(self) -> None:
        """Finish the panels, and put all in order as `layout.arrange` says."""
        for last in self._finishing:
            last()
        arrange(self)

    def record(self, ax: Axes, series: str, role: str, **columns: object) -> None:
        """Record points that were drawn.

        Parameters
        ----------
        ax
            Their panel.
        series
            The name of the series.
        role
            ``simulation``, ``run`` (single seeds), ``theory`` or ``guide``.
        **columns : (points,)
            The numbers, such as ``x`` and ``y``.
        """
        self._drawn.append((ax, pd.DataFrame({"series": series, "role": role, **columns})))

    def drawn(self) -> pd.DataFrame:
        """Return all recorded points: panel, line (a number for each curve), series, role, x, y
        and, for simulations, the interval, seeds and diverged seeds.
        """
        if not self._drawn:
            return pd.DataFrame()
        parts = [
            part.assign(panel=self.panel(ax), line=line)
            for line, (ax, part) in enumerate(self._drawn)
        ]
        found = pd.concat(parts, ignore_index=True)
        first = ["panel", "line"]
        return found[[*first, *(column for column in found if column not in first)]]

    def panel(self, ax: Axes) -> str:
        """Return the letter and the title of a panel, as the table of points names it.

        Parameters
        ----------
        ax
            The panel.
        """
        if ax in self.strips:
            return f"{self.panel(self.strips[ax])}, strip"
        if ax in self.framed:
            first, moment = self.framed[ax]
            return f"{self.lettered.get(first, '')} {moment}".strip()
        title = ax.get_title("left") or ax.get_title("center")
        if ax in self.lettered:
            return title.replace(rf"$\mathbf{{{self.lettered[ax]}}}$", self.lettered[ax])
        return title or (str(self.axes.index(ax) + 1) if ax in self.axes else "inset")

    @property
    def letters(self) -> set[str]:
        """The letters of the panels; none in a figure with one panel."""
        return set(self.lettered.values())


def sheet_of(ax: Axes) -> Sheet:
    """Return the sheet of a panel or of an inset."""
    return cast(Sheet, ax.get_figure(root=True))
