"""The authors' learning curves of random features and of 1 to 6 steps, for two targets."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.panels import EDGES, marks
from feature_learning.papers.dandi2023.published import published_curves
from feature_learning.papers.dandi2023.targets import linear_floor
from feature_learning.plotting import Sheet, Tables

_PANELS = {
    "quartic": (r"Links $H_1 + \frac{1}{2} H_2 + \frac{1}{24} H_4$", 0.82, 0.1, ""),
    "notebook-2": (r"Links $H_1 \pm H_2$", 1.6, 0.2, r", links $H_1 \pm H_2$"),
}
_FEATURES, _LINEAR, _THEIRS = "Random features", "Linear kernel", "the picture's points"
_STEPS = {1: "1 GD step", **{time: f"{time} GD steps" for time in range(2, 7)}}
_RED, _ORANGE = "#e8291c", "#f0a030"
_SIZES = dict(zip(_STEPS, (0.75, 0.85, 0.95, 1.05, 1.15, 1.25), strict=True))  # early ones on top
_RANGE = (0.2, 2.3)
_FROM = 1.0  # log n/log d from which the misfit counts
_CROSS: dict[str, Any] = {"marker": "x", "linestyle": "none", "markeredgewidth": 0.4}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw our errors and the picture's points for both targets, with the misfit in words."""
    panels = figure.panels(1, 2, height=2.75)
    gaps = []
    for ax, target in zip(panels, _PANELS, strict=True):
        gaps.append(_panel(ax, tables, target))
        _key(ax, first=target == "quartic", gaps=gaps[-1]["gap"])
    apart = pd.concat(gaps)
    later = apart[apart["time"] > 1]
    found = plot.estimates(tables.runs("stairway"), "error", ["target", "time", "log_size"], "log")
    wide = (found["high"] / found["low"] - 1) / 2
    figure.say(
        wide=wide[found["time"] > 0].median(),
        one=apart.loc[apart["time"] == 1, "gap"].abs().max(),
        two=later["gap"].abs().max(),
        typical=float(np.sqrt((later["gap"] ** 2).mean())),
        points=len(later),
        seeds=tables.runs("stairway")["seed"].nunique(),
    )


def _panel(ax: Axes, tables: Tables, target: str) -> pd.DataFrame:
    """Draw one target, and return our errors over the picture's minus one."""
    title, top, step, of = _PANELS[target]
    found = plot.estimates(
        tables.runs("stairway", target=target), "error", ["time", "log_size"], "log"
    )
    curves = published_curves(target)
    for time in (0, *_STEPS):
        _picture(ax, curves[curves["time"] == time], time)
    features = found[found["time"] == 0]
    look: dict[str, Any] = {"label": _FEATURES, "colour": _RED, "join": True}
    plot.simulation(ax, features, "log_size", band=False, bars=False, **look)
    # As in the original, the frame cuts the bars of the smallest sizes.
    ax.vlines(features["log_size"], features["low"], features["high"], colors=_RED, linewidth=0.7)
    sheet = plot.sheet_of(ax)
    for time, name in reversed(_STEPS.items()):
        own = found[found["time"] == time]
        x, y = own["log_size"].to_numpy(), own["estimate"].to_numpy()
        ax.plot(x, y, zorder=4 - 0.1 * time, **marks(time, size=_SIZES[time]))
        columns = {key: own[key] for key in ("low", "high", "seeds", "diverged", "kind")}
        sheet.record(ax, name, "simulation", x=x, y=y, **columns)
    floor = linear_floor(target)
    ax.axhline(floor, color=_ORANGE, linestyle="--", linewidth=0.9, zorder=1.5)
    sheet.record(ax, _LINEAR, "theory", x=[np.nan], y=[floor])
    ax.set(title=title, xlim=_RANGE, ylim=(0, top), ylabel=f"generalization error{of}")
    ax.set(xlabel=r"$\log n\,/\log d$", xticks=np.arange(0.25, 2.3, 0.25))
    ax.set_yticks(np.arange(0, top + step / 10, step))
    ax.grid(False)
    both = found.merge(curves, on=["time", "log_size"])
    both = both[(both["log_size"] >= _FROM) & (both["time"] > 0)]
    return both.assign(gap=both["estimate"] / both["error"] - 1)[["time", "gap"]]


def _picture(ax: Axes, curve: pd.DataFrame, time: int) -> None:
    """Draw the picture's points of one curve as small crosses."""
    colour, size = EDGES.get(time, _RED), 0.8 * mpl.rcParams["lines.markersize"]
    x, y = curve["log_size"], curve["error"]
    ax.plot(x, y, color=colour, markersize=size, alpha=0.75, zorder=2, **_CROSS)
    plot.sheet_of(ax).record(ax, _THEIRS, "paper", x=x, y=y)


def _key(ax: Axes, *, first: bool, gaps: pd.Series) -> None:
    """Name steps in the first panel, where the original has them, and all else in the second."""
    size = mpl.rcParams["lines.markersize"]
    if first:
        handles = [Line2D([], [], **marks(time)) for time in _STEPS]
        names = list(_STEPS.values())
    else:
        handles = [
            Line2D([], [], color=_ORANGE, linestyle="--"),
            Line2D([], [], color=_RED, marker="o", markersize=size, linewidth=0.6),
            Line2D([], [], color="0.3", markersize=size, **_CROSS),
        ]
        names = [_LINEAR, _FEATURES, _THEIRS]
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 0.06)}
    frame: dict[str, Any] = {"frameon": True, "edgecolor": "0.85", "framealpha": 0.9}
    ax.legend(handles, names, **place, **frame)
    typical, most = np.sqrt((gaps**2).mean()), gaps.abs().max()
    said = f"distance from the crosses: {typical:.0%} (r.m.s.), at most {most:.0%}"
    small: dict[str, Any] = {"fontsize": plot.sheet_of(ax).target.smallest, "color": "0.3"}
    ax.annotate(said, (0.02, 0.015), xycoords="axes fraction", **small)
