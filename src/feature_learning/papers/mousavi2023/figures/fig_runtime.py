"""Time of the whitened flow against the overlap at its start."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_ROW = 0.03  # between the triangles of one k and those of the next
_DEGREES = {1: plot.ORANGE, 2: plot.BLUE, 3: plot.PURPLE}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw times on samples."""
    (samples,) = figure.panels(height=2.9)
    _samples(samples, tables)


def _degrees(values: Iterable[int]) -> plot.Hue:
    kept = sorted({*values})
    names = {k: f"$k = {k}$" for k in kept}
    return plot.Hue("k", {k: _DEGREES[k] for k in kept}, names, dict.fromkeys(kept, "o"))


def _samples(ax: Axes, tables: Tables) -> None:
    """Draw the times that the flow takes on samples, against the overlap at the start."""
    law, runs = tables.theory("runtime_flow"), tables.runs("runtime_flow")
    runs = runs[(runs["start"] > law["start"].min()) & (runs["start"] < law["start"].max())]
    lost = runs["time"] == np.inf
    hue = _degrees(law["k"])
    plot.theory(ax, law, "start", "time", hue)
    plot.runs(ax, runs[~lost], "start", "time", hue, alpha=0.45)
    figure = plot.sheet_of(ax)
    for k, curve in hue.split(law):
        left = curve.sort_values("start").iloc[0]
        ax.annotate(
            hue.names[k],
            (left["start"], left["time"]),
            (0, 6 if k < 3 else -6),
            textcoords="offset points",
            color=plot.written(hue.colours[k]),
            va="bottom" if k < 3 else "top",
        )
    figure.entries = [entry for entry in figure.entries if entry.ax is not ax]
    plot.logarithmic(ax, "x", ticks=[0.02, 0.05, 0.1, 0.2, 0.5])
    plot.logarithmic(ax, "y")
    ax.set(xlabel=r"overlap at the start $|\omega_0|$", ylabel="time to overlap 1/2")
    for k, part in hue.split(runs[lost]):
        top: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "clip_on": False}
        starts = part["start"].to_numpy(dtype=float)
        height = np.full(len(starts), 1.0 + _ROW * (max(hue.names) - k))
        ax.plot(starts, height, "^", color=hue.colours[k], alpha=0.45, markersize=3, **top)
        figure.record(ax, hue.names[k], "run", x=starts, y=np.full(len(starts), np.inf))
    over = runs["time"] / _predicted(runs, law)  # infinite for a run that does not get there
    figure.say(**{f"slow_{k}": most for k, most in over[~lost].groupby(runs["k"]).max().items()})
    figure.say(**{f"fast_{k}": low for k, low in over[~lost].groupby(runs["k"]).min().items()})
    figure.say(**{f"typical_{k}": middle for k, middle in over.groupby(runs["k"]).median().items()})
    figure.say(**{f"runs_{k}": int(count) for k, count in runs.groupby("k").size().items()})
    figure.say(**{f"lost_{k}": share for k, share in lost.groupby(runs["k"]).mean().items()})


def _predicted(runs: pd.DataFrame, law: pd.DataFrame) -> pd.Series:
    """Return the population flow's time from the start of each run."""
    found = pd.Series(np.nan, index=runs.index)
    for k, curve in law.groupby("k"):
        at, own = curve.sort_values("start"), runs.index[runs["k"] == k]
        logs = np.log(at[["start", "time"]].to_numpy(dtype=float))
        found[own] = np.exp(np.interp(np.log(runs.loc[own, "start"].astype(float)), *logs.T))
    return found
