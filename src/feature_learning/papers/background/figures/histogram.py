"""The authors' animation of the cosines of a wide network's neurons, with their exact density."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.container import BarContainer

from feature_learning import plotting as plot
from feature_learning.papers.background.panels import risk_inset
from feature_learning.papers.background.published import HISTOGRAM
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run
from feature_learning.theory.mean_field import cosine_density

_EDGES = np.linspace(-1, 1, 36)  # 35 bars, as in the original
_CENTRES = (_EDGES[:-1] + _EDGES[1:]) / 2
_AT = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 401))  # dense where the peaks are
_TOP = 4.0
_BLUE, _LINE = "#8080ff", "#0000c0"
_THIN = 0.6  # of the density, in points
_INSET = (0.3, 0.5, 0.45, 0.45)
_FRAMES = 60


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the histogram of one run at its end, and the risk in an inset."""
    runs, law = _tables(tables)
    ax, inset = _frame(figure)
    own = runs.iloc[-1]
    expected = law[law["t"] == own["t"]].iloc[0]
    heights = _heights(own)
    _bars(ax, heights)
    figure.record(ax, "simulation", "run", x=_CENTRES, y=heights)
    density = cosine_density(_AT, expected["along"], expected["across"])
    ax.plot(_AT, density, color=plot.PREDICTION, linewidth=_THIN, zorder=3)
    figure.record(ax, "theory", "theory", x=_AT, y=density)
    _clock(ax).set_text(f"$t = {own['t']:g}$")
    positive = law[law["t"] > 0]
    inset.plot(positive["t"], positive["risk"], color="#0000ff")
    figure.record(inset, "theory", "theory", x=positive["t"], y=positive["risk"])
    stored = [t for t in HISTOGRAM if t in set(runs["t"])]
    figure.say(shown=own["t"], until=max(stored, default=None))


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let time run: the last histogram of the run, the density, and the risk."""
    runs, every = _tables(tables)
    law = every[every["t"] > 0]
    ax, inset = _frame(figure)
    inset.set(xlim=(law["t"].min(), law["t"].max()))
    inset.set(ylim=(law["risk"].min() / 2, law["risk"].max() * 2))
    bars = _bars(ax, np.zeros(len(_CENTRES)))
    (line,) = ax.plot([], [], color=plot.PREDICTION, linewidth=_THIN, zorder=3)
    (front,) = inset.plot([], [], color="#0000ff")
    figure.record(inset, "theory", "theory", x=law["t"], y=law["risk"])
    clock, times = _clock(ax), law["t"].to_numpy()
    for number in np.linspace(0, len(law) - 1, min(_FRAMES, len(law))).astype(int):
        done = law.iloc[: number + 1]
        last = runs[runs["t"] <= times[number] * 1.001].iloc[-1]
        expected = every[every["t"] == last["t"]].iloc[0]  # both move at the run's times
        for bar, height in zip(bars, _heights(last), strict=True):
            bar.set_height(height)
        line.set_data(_AT, cosine_density(_AT, expected["along"], expected["across"]))
        front.set_data(done["t"], done["risk"])
        clock.set_text(f"$t = {plot.number(float(f'{times[number]:.2g}'))}$")
        yield


def _tables(tables: Tables) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the first run and the law, by time."""
    runs = by_run(tables.runs("square_histogram"))
    first = runs[runs["seed"] == runs["seed"].min()]
    return first.sort_values("t"), tables.theory("square_histogram").sort_values("t")


def _heights(row: pd.Series) -> np.ndarray:
    return np.histogram(row["cosines"], _EDGES, density=True)[0]


def _bars(ax: Axes, heights: np.ndarray) -> BarContainer:
    width = _EDGES[1] - _EDGES[0]
    look: dict[str, Any] = {"color": _BLUE, "edgecolor": _LINE, "linewidth": 0.4, "zorder": 2}
    return ax.bar(_CENTRES, heights, width, **look)


def _frame(figure: Sheet) -> tuple[Axes, Axes]:
    """Return the box of the histogram, and the inset of the risk."""
    (ax,) = figure.panels(height=3.1)
    ax.set(xlim=(-1, 1), ylim=(0, _TOP), xticks=[-1, -0.5, 0, 0.5, 1])
    ax.set(xlabel=r"$M_{j1}/\sqrt{P_{11} Q_{jj}}$", ylabel="density")
    inset = risk_inset(ax, _INSET, (0.07, 0.5))
    return ax, inset


def _clock(ax: Axes) -> Any:
    return ax.text(0.04, 0.95, "", transform=ax.transAxes, va="center")
