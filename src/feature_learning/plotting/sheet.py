"""A figure that remembers the points drawn on it, and puts its panels, letters and legend in
order.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Literal, cast

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Annotation

from feature_learning.plotting.edges import spread
from feature_learning.plotting.key import Entry, place_key
from feature_learning.plotting.targets import TARGETS, Target

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

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
        self._entries: list[Entry] = []
        self._finishing: list[Callable[[], None]] = []
        self._edges: dict[Axes, list[Annotation]] = {}
        self._letters: dict[Axes, str] = {}
        self._above: dict[Axes, float] = {}

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
        # A little wider than high, with room for the labels.
        height = height * target.type if height else 0.62 * width / columns + 0.6 * target.type
        self.set_size_inches(width, height * rows)

    def name(self, entry: Entry) -> None:
        """Put a series into the legend; what is named before does not count twice."""
        self._entries.append(entry)

    def finish(self, last: Callable[[], None]) -> None:
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
            color=colour,
            fontsize=mpl.rcParams["legend.fontsize"],
            va="center_baseline",
            annotation_clip=False,
        )
        self._edges.setdefault(ax, []).append(label)

    def room_above(self, ax: Axes, points: float) -> None:
        """Leave room between a panel and its title.

        Parameters
        ----------
        ax
            The panel.
        points
            How much.
        """
        self._above[ax] = points

    def arrange(self) -> None:
        """Finish the panels, letter them, place the legend, and compute the layout once."""
        for last in self._finishing:
            last()
        self._label_shared_axes_once()
        self._letter()
        legend = place_key(self, self._entries, self._edges)
        if legend:  # it adds to the height of the panels and takes nothing from it
            width, height = self.get_size_inches()
            self.set_size_inches(width, height + legend.get_window_extent().height / self.dpi)
        ConstrainedLayoutEngine().execute(self)
        for ax, labels in self._edges.items():
            spread(ax, labels)

    def _letter(self) -> None:
        """Put titles to the left, after a bold letter where there are several panels."""
        panels = [ax for ax in self.axes if ax.get_subplotspec() is not None]
        panels = [ax for ax in panels if ax.get_label() != "<colorbar>"]
        if any(ax.get_title("left") for ax in panels):  # a module has put its own
            return
        for ax, letter in zip(panels, _LETTERS, strict=False):
            title = ax.get_title("center")
            if len(panels) > 1:
                self._letters[ax] = letter
                title = rf"$\mathbf{{{letter}}}$  {title}".rstrip()
            ax.set_title("", loc="center")
            row = [other for other in panels if _row(other) == _row(ax)]  # titles in a line
            above = max(self._above.get(other, 0.0) for other in row)
            pad = mpl.rcParams["axes.titlepad"] + above
            ax.set_title(title, loc="left", pad=pad)

    def _label_shared_axes_once(self) -> None:
        for ax in self.axes:
            place = ax.get_subplotspec()
            if place is None:
                continue
            beside = ax.get_shared_y_axes().get_siblings(ax)
            below = ax.get_shared_x_axes().get_siblings(ax)
            if any(_spec(other).colspan.stop <= place.colspan.start for other in beside):
                ax.set_ylabel("")
            if any(_spec(other).rowspan.start >= place.rowspan.stop for other in below):
                ax.set_xlabel("")

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
        """Return all recorded points: panel, series, role, x, y and, for simulations, the interval,
        seeds and diverged seeds.
        """
        if not self._drawn:
            return pd.DataFrame()
        parts = [part.assign(panel=self.panel(ax)) for ax, part in self._drawn]
        found = pd.concat(parts, ignore_index=True)
        return found[["panel", *(column for column in found if column != "panel")]]

    def panel(self, ax: Axes) -> str:
        """Return the letter and the title of a panel, as the table of points names it.

        Parameters
        ----------
        ax
            The panel.
        """
        title = ax.get_title("left") or ax.get_title("center")
        if ax in self._letters:
            return title.replace(rf"$\mathbf{{{self._letters[ax]}}}$", self._letters[ax])
        return title or (str(self.axes.index(ax) + 1) if ax in self.axes else "inset")

    @property
    def letters(self) -> set[str]:
        """The letters of the panels; none in a figure with one panel."""
        return set(self._letters.values())


def sheet_of(ax: Axes) -> Sheet:
    """Return the sheet of a panel or of an inset."""
    return cast(Sheet, ax.get_figure(root=True))


def _spec(ax: Axes) -> Any:
    return ax.get_subplotspec()


def _row(ax: Axes) -> tuple[int, Any]:
    """Return what is the same for the panels of one row."""
    place = _spec(ax)
    grid = place.get_gridspec()
    return place.rowspan.start, getattr(grid, "_subplot_spec", None)
