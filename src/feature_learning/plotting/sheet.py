"""A figure that remembers the points drawn on it, so that every plot comes with its data."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

STYLE = Path(__file__).with_name("paper.mplstyle")
COLUMN_IN = 3.25
PAGE_IN = 6.75


class Sheet(Figure):
    """A matplotlib figure that records what the plotting helpers draw on it.

    Parameters
    ----------
    *args, **kwargs
        Passed on to `matplotlib.figure.Figure`.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        FigureCanvasAgg(self)
        self._drawn: list[pd.DataFrame] = []

    def panels(self, rows: int = 1, columns: int = 1, *, height: float = 2.4, width: float | None = None) -> list[Axes]:
        """Return the axes of a grid of panels, row by row.

        Parameters
        ----------
        rows, columns
            The size of the grid.
        height
            The height of one row, in inches.
        width
            The width of the figure in inches; by default that of a text column for one panel per row, else of a page.
        """
        self.set_size_inches(width or (COLUMN_IN if columns == 1 else PAGE_IN), height * rows)
        return list(self.subplots(rows, columns, squeeze=False).ravel())

    def arrange(self) -> None:
        """Compute the layout once for all formats, since it takes as long as the drawing."""
        ConstrainedLayoutEngine().execute(self)

    def record(self, ax: Axes, series: str, role: str, **columns: object) -> None:
        """Record points that were drawn.

        Parameters
        ----------
        ax
            Their panel; its title is recorded.
        series
            The name of the series.
        role
            ``simulation`` or ``theory``.
        **columns : (points,)
            The numbers, such as ``x`` and ``y``.
        """
        panel = ax.get_title() or ax.get_title("left") or str(self.axes.index(ax) + 1)
        self._drawn.append(pd.DataFrame({"panel": panel, "series": series, "role": role, **columns}))

    def drawn(self) -> pd.DataFrame:
        """Return all recorded points: panel, series, role, x, y and, for simulations, low and high."""
        return pd.concat(self._drawn, ignore_index=True) if self._drawn else pd.DataFrame()
