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
        """Lay the panels out once for all formats, since the layout takes as long as the drawing."""
        ConstrainedLayoutEngine().execute(self)

    def record(self, ax: Axes, series: str, role: str, **columns: object) -> None:
        """Remember points: the panel's title, the series, whether simulation or theory, and the numbers."""
        panel = ax.get_title() or ax.get_title("left") or str(self.axes.index(ax) + 1)
        self._drawn.append(pd.DataFrame({"panel": panel, "series": series, "role": role, **columns}))

    def drawn(self) -> pd.DataFrame:
        """Return all recorded points: panel, series, role, x, y and, for simulations, low and high."""
        return pd.concat(self._drawn, ignore_index=True) if self._drawn else pd.DataFrame()
