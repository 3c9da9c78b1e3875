"""Overlaps of the neurons of a network without shared directions."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_BINS = 10
_POLE = 0.9  # the overlap from which on a neuron is at a pole
_KINDS = plot.unordered("kind_of", {"share": r"of $|c|^2$", "number": "of the neurons"})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the shares of neurons, and of the second layer, in bins of the overlap."""
    (ax,) = figure.panels()
    runs = tables.runs("untied")
    count = runs.groupby("seed")["overlap"].transform("size")
    cells = np.minimum((runs["overlap"] * _BINS).astype(int), _BINS - 1)
    parts = []
    for name, weight in (("share", runs["share"]), ("number", 1 / count)):
        sums = weight.groupby([runs["seed"], cells]).sum().unstack(fill_value=0)
        sums = sums.reindex(columns=range(_BINS), fill_value=0.0)
        table = sums.melt(var_name="cell", value_name="part", ignore_index=False).reset_index()
        parts.append(table.assign(kind_of=name))
    table = pd.concat(parts)
    table["overlap"] = (table["cell"].astype(float) + 0.5) / _BINS
    means = plot.estimates(table, "part", ["kind_of", "overlap"])
    _bars(ax, means, table)
    ax.set(xlabel=r"overlap $|\langle\theta_j, \theta_*\rangle|$", ylabel="share in each tenth")
    ax.set_ylim(0, 1)
    poles = runs["overlap"] > _POLE
    figure.say(
        level=_POLE,
        seeds=runs["seed"].nunique(),
        mass=runs["share"].where(poles, 0.0).groupby(runs["seed"]).sum().mean(),
        number=poles.groupby(runs["seed"]).mean().mean(),
    )


def _bars(ax: Axes, means: pd.DataFrame, seeds: pd.DataFrame) -> None:
    """Draw a pair of bars for each tenth, with the seeds as dots."""
    width = 0.4 / _BINS
    for (kind, part), side in zip(_KINDS.split(means), (-0.5, 0.5), strict=True):
        at, y = part["overlap"].to_numpy() + side * width, part["estimate"].to_numpy()
        colour, name = _KINDS.colours[kind], _KINDS.names[kind]
        ax.bar(at, y, width, color=colour, alpha=0.75, linewidth=0)
        own = seeds[seeds["kind_of"] == kind]
        size = 0.7 * mpl.rcParams["lines.markersize"]
        places = own["overlap"] + side * width
        ax.plot(places, own["part"], "o", color=plot.darker(colour), markersize=size, mew=0)
        columns = {
            key: part[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")
        }
        figure = plot.sheet_of(ax)
        figure.record(ax, name, "simulation", x=part["overlap"].to_numpy(), y=y, **columns)
        ax.text(
            0.03,
            0.85 - 0.08 * side,
            name,
            color=plot.written(colour),
            transform=ax.transAxes,
            va="center",
        )
