"""The authors' learning curves of random features and of 1 to 6 steps, for two targets."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published_curves import published_curves
from feature_learning.plotting import Sheet, Tables

_PANELS = {
    "quartic": ("Equal links", 0.82, "generalization error"),
    "notebook-2": (r"Links $z \pm H_2(z)$", 1.6, "error of these"),
}
_FEATURES, _LINEAR = "random features", "linear kernel"
_RED, _ORANGE = "#d62728", "#b35c00"
# The original's dark green, lime, olive, brown, coral and grey, as dark as marks must be.
_STEPS = plot.Hue(
    "time",
    {1: "#296218", 2: "#46a91f", 3: "#808026", 4: "#983430", 5: "#d4736f", 6: "#8c8c8c"},
    {1: "1 GD step", **{time: f"{time} GD steps" for time in range(2, 7)}},
    dict.fromkeys(range(1, 7), "o"),
)
_RANGE = (0.2, 2.3)
_FROM = 1.0  # log n/log d from which the misfit counts
_RIGHT = 1.4  # log n/log d from which the name of the upper curve stands above all points
_FAINT = 0.4


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw our errors over the picture's points for both targets, with the misfit in words."""
    panels = figure.panels(1, 2, height=2.7)
    gaps = [_panel(ax, tables, *item) for ax, item in zip(panels, _PANELS.items(), strict=True)]
    apart = pd.concat(gaps)
    later = apart[apart["time"] > 1]
    found = plot.estimates(tables.runs("stairway"), "error", ["target", "time", "log_size"], "log")
    wide = (found["high"] / found["low"] - 1) / 2
    figure.say(
        wide=wide.median(),
        one=apart.loc[apart["time"] == 1, "gap"].abs().max(),
        two=later["gap"].abs().max(),
        typical=float(np.sqrt((later["gap"] ** 2).mean())),
        points=len(later),
        seeds=tables.runs("stairway")["seed"].nunique(),
    )


def _panel(ax: Axes, tables: Tables, target: str, words: tuple[str, float, str]) -> pd.DataFrame:
    """Draw one target, and return our errors over the picture's less one."""
    title, top, label = words
    found = plot.estimates(
        tables.runs("stairway", target=target), "error", ["time", "log_size"], "log"
    )
    curves = published_curves(target)
    for time, own in curves.groupby("time"):
        name = _STEPS.names.get(time, _FEATURES)
        _picture(ax, own, name, _STEPS.colours.get(time, _RED))
    features = found[found["time"] == 0]
    bare: dict[str, Any] = {"band": False, "bars": False}
    plot.simulation(ax, features, "log_size", label=_FEATURES, colour=_RED, join=True, **bare)
    plot.simulation(ax, found[found["time"] > 0], "log_size", _STEPS, bars=False)
    floor = linear_floor(target)
    ax.axhline(floor, color=_ORANGE, linestyle="--", linewidth=0.9, zorder=1.5)
    plot.sheet_of(ax).record(ax, _LINEAR, "theory", x=[np.nan], y=[floor])
    look = {"ha": "left", "fontsize": mpl.rcParams["legend.fontsize"]}
    left = _RANGE[0] + 0.04
    ax.annotate(_LINEAR, (left, floor - 0.015 * top), va="top", color=_ORANGE, **look)
    points = pd.concat([found.rename(columns={"estimate": "error"}), curves])
    drawn = points["error"][points["log_size"] > _RIGHT]
    above = (_RANGE[1] - 0.04, drawn.max() + 0.03 * top)
    ax.annotate(_FEATURES, above, color=plot.written(_RED), **{**look, "ha": "right"})
    ax.set(title=title, xlim=_RANGE, ylim=(0, top), ylabel=label)
    ax.set_xlabel(r"$\log n\,/\log d$")
    both = found.merge(curves, on=["time", "log_size"])
    both = both[(both["log_size"] >= _FROM) & (both["time"] > 0)]
    gaps = both.assign(gap=both["estimate"] / both["error"] - 1)[["time", "gap"]]
    typical, most = np.sqrt((gaps["gap"] ** 2).mean()), gaps["gap"].abs().max()
    said = f"off the picture by\n{typical:.0%} (r.m.s.), at most {most:.0%}"
    ax.annotate(said, (left, 0.03 * top), va="bottom", color="0.3", **look)
    return gaps


def _picture(ax: Axes, curve: pd.DataFrame, name: str, colour: str) -> None:
    """Draw the picture's points small and faint."""
    size = 0.7 * mpl.rcParams["lines.markersize"]
    ax.plot(
        curve["log_size"],
        curve["error"],
        linestyle="none",
        marker="x",
        markersize=size,
        color=colour,
        alpha=_FAINT,
        zorder=2,
    )
    plot.sheet_of(ax).record(ax, name, "paper", x=curve["log_size"], y=curve["error"])
