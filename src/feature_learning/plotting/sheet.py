"""A figure that remembers the points drawn on it, so that every plot comes with its data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator

STYLE = Path(__file__).with_name("paper.mplstyle")
COLUMN_IN = 3.25
PAGE_IN = 6.75


class Sheet(Figure):
    """A matplotlib figure with panels by name and a record of what the plotting helpers draw."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        FigureCanvasAgg(self)
        self._drawn: list[pd.DataFrame] = []

    def panels(self, rows: int = 1, columns: int = 1, *, height: float = 2.4, width: float | None = None) -> list[Axes]:
        """Return the axes of a grid of panels, row by row.

        Parameters
        ----------
        rows, columns
            How many panels.
        height
            The height of a row, in inches.
        width
            The width of the figure in inches; by default a column for one panel, else a page.
        """
        self.set_size_inches(width or (COLUMN_IN if columns == 1 else PAGE_IN), height * rows)
        return list(self.subplots(rows, columns, squeeze=False).ravel())

    def arrange(self) -> None:
        """Lay the panels out: once, instead of before each format, since that takes as long as drawing."""
        for ax in self.axes:
            for axis in (ax.xaxis, ax.yaxis):
                labels = axis.get_minor_formatter().format_ticks(axis.get_minorticklocs().tolist())
                if not isinstance(axis.get_minor_locator(), NullLocator) and not any(labels):
                    ax.add_artist(_MinorTicks(axis))
        ConstrainedLayoutEngine().execute(self)

    def record(self, ax: Axes, series: str, role: str, **columns: object) -> None:
        """Remember points: the panel's title, the series, whether simulation or theory, and the numbers."""
        panel = ax.get_title() or ax.get_title("left") or str(self.axes.index(ax) + 1)
        self._drawn.append(pd.DataFrame({"panel": panel, "series": series, "role": role, **columns}))

    def drawn(self) -> pd.DataFrame:
        """Return all recorded points: panel, series, role, x, y and, for simulations, low and high."""
        return pd.concat(self._drawn, ignore_index=True) if self._drawn else pd.DataFrame()


class _MinorTicks(Line2D):
    """The minor ticks of an axis as the markers of one line, which looks the same: each tick is five objects."""

    def __init__(self, axis: Axis) -> None:
        super().__init__([], [])
        self.update_from(axis.get_minor_ticks(1)[0].tick1line)
        self.set_clip_on(False)
        self.set_in_layout(False)
        self.set_zorder(axis.get_zorder())
        self._axis, self._locator = axis, axis.get_minor_locator()
        axis.minorticks_off()

    def draw(self, renderer: RendererBase) -> None:
        """Find the ticks, whose number depends on the size of the panel, and draw them."""
        self._axis.set_minor_locator(self._locator)
        places = self._axis.get_minorticklocs()
        self._axis.minorticks_off()
        ends, at = (self._axis.get_transform().transform(np.asarray(points)) for points in (self._axis.get_view_interval(), places))
        slack = 1e-9 * np.ptp(ends)
        shown = places[(at >= ends.min() - slack) & (at <= ends.max() + slack)]
        across = np.zeros_like(shown)
        self.set_data(*((shown, across) if isinstance(self._axis, XAxis) else (across, shown)))
        super().draw(renderer)
