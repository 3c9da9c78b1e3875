"""How far neurons move in two parameterisations, and where, against the dimension."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.parameterisations import NAMES
from feature_learning.plotting import Sheet, Tables

_MEASURES = {
    "moved": ("Movement", r"$\|\Delta W\|/\|W_0\|$"),
    "share": ("Energy in the plane", "fraction in plane"),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the relative movement, and the part of the energy in the target's plane."""
    largest, runs = tables.runs("paths"), tables.runs("trajectories")
    every = pd.concat([runs, largest[[column for column in largest if column in runs]]])
    panels = figure.panels(1, 2, height=2.2)
    for ax, (column, (title, label)) in zip(panels, _MEASURES.items(), strict=True):
        plot.runs(ax, every, "d", column, NAMES)
        means = plot.estimates(runs, column, ["parameterisation", "d"], "log")
        plot.simulation(ax, means, "d", NAMES, join=True)
        plot.logarithmic(ax, "y")
        plot.logarithmic(ax, "x", ticks=np.sort(every["d"].unique()))
        ax.set(title=title, xlabel="dimension $d$", ylabel=label)
        _reference(ax, runs, column, every["d"].max())
    at = runs[runs["d"] == runs["d"].max()].groupby("parameterisation")["moved"].mean()
    figure.say(mean_field=float(at["mean-field"]), ntk=float(at["ntk"]), d=int(runs["d"].max()))
    shares = runs[runs["parameterisation"] == "mean-field"].groupby("d")["share"].mean()
    figure.say(share_first=float(shares.iloc[0]), share_last=float(shares.iloc[-1]))
    figure.say(first=int(shares.index[0]))


def _reference(ax: Axes, runs: pd.DataFrame, column: str, largest: float) -> None:
    if column == "moved":
        ntk = runs[runs["parameterisation"] == "ntk"].groupby("d")["moved"].mean()
        found = plot.exponents(runs, "d", "moved", "parameterisation")
        lazy = found.set_index("parameterisation").loc["ntk"]
        label, colour = f"$d^{{{lazy.estimate:.2f}}}$", NAMES.colours["ntk"]
        bounded = bool(np.isfinite([lazy.low, lazy.high]).all())
        written = plot.measured(lazy) + ("" if bounded else " (seeds too few for an interval)")
        plot.sheet_of(ax).edge_label(ax, float(ntk.iloc[-1]), label, colour)
        plot.sheet_of(ax).say(slope=written)
    elif column == "share":
        d = np.geomspace(float(runs["d"].min()), largest, 50)
        start = pd.DataFrame({"d": d, "share": 2 / d})
        plot.theory(ax, start, "d", "share", label="start", colour=plot.GREY, thin=True, ends=True)
