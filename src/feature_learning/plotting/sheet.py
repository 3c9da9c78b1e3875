"""A figure that remembers the points drawn on it, and puts its panels, letters and legend in
order.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.text import Annotation

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.core.regions import Accepted
from feature_learning.plotting.key import Entry, key_at
from feature_learning.plotting.layout import arrange
from feature_learning.plotting.palette import written
from feature_learning.plotting.panels import Panelled


class Sheet(Panelled):
    """A matplotlib figure that records what the plotting helpers draw on it.

    A module draws its panels; `arrange` then letters them, labels shared axes once, places one
    legend outside the panels, and computes the layout.

    Parameters
    ----------
    *args, **kwargs
        As for `Panelled`.
    accepted
        What each claim of the figure accepts.
    """

    def __init__(
        self, *args: Any, accepted: Mapping[str, Accepted] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.accepted = dict(accepted or {})
        self._drawn: list[tuple[Axes, pd.DataFrame]] = []
        self._finishing: list[Callable[[], object]] = []
        self.said: dict[str, Any] = {}
        self.entries: list[Entry] = []
        self.on_levels: list[Annotation] = []
        self.edges: dict[Axes, list[Annotation]] = {}
        self.striped: set[str] = set()
        self.in_each = False
        self.titles_kept = False
        self.lettered: dict[Axes, str] = {}
        self.above: dict[Axes, float] = {}
        self.framed: dict[Axes, tuple[Axes, str]] = {}  # the first of its row, and the moment

    def region(self, claim: str) -> Accepted:
        """Return what a claim of this figure accepts, as its YAML file declares it.

        Parameters
        ----------
        claim
            The id of the claim below its figure, such as ``ratio-four``.

        Raises
        ------
        UserError
            The figure declares no such claim.
        """
        if claim not in self.accepted:
            known = ", ".join(self.accepted) or "none"
            raise UserError(
                f"the figure draws the acceptance region of the claim {claim!r}, but "
                f"its YAML file declares no such claim (its claims: {known})."
                f"{did_you_mean(claim, self.accepted)}"
            )
        return self.accepted[claim]

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

    def name(self, entry: Entry) -> None:
        """Put a series into the legend; what is named before does not count twice."""
        self.entries.append(entry)

    def key(self, ax: Axes, place: str, columns: int = 1) -> None:
        """Name all series of a panel in one key at a fixed place, as a published picture does.

        Parameters
        ----------
        ax
            The panel, with all that is to be drawn.
        place
            As matplotlib's ``loc``, such as ``upper right``; or ``above`` the panel.
        columns
            Their number.
        """
        key_at(ax, [entry for entry in self.entries if entry.ax is ax], place, columns)

    def name_in_each(self) -> None:
        """Name series that several panels share in each of them, where there is room."""
        self.in_each = True

    def keep_titles(self) -> None:
        """Keep titles where panels have them, without letters, and grids as they are: a published
        picture has a look of its authors.
        """
        self.titles_kept = True

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
