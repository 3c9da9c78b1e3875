"""Overlap at the start, and the time of the whitened population flow from there, against d."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting import Sheet, Tables

# One structure for each value of delta0
_SHOWN = [Structure(*pair) for pair in ((0.0, 0.0), (0.25, 0.4), (0.0, 0.4), (0.0, 0.8))]
_TITLES = {
    "overlap": r"the start shrinks as $d^{\delta_0}$",
    "time_2": "$k = 2$: the time is logarithmic",
    "time_3": r"$k = 3$: as $d^{-\delta_0}$",
    "time_4": r"$k = 4$: as $d^{-2\delta_0}$",
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlap, then the time for each k; dashed: the slopes of large d."""
    hue = structure_hue(_SHOWN)
    runs, exact = tables.runs("initial_overlap"), tables.theory("initial_overlap")
    *panels, late, samples = figure.mosaic(3, 3, height=1.8)
    for ax, (value, title) in zip(panels, _TITLES.items(), strict=True):
        plot.theory(ax, exact, "d", value, hue)
        plot.theory(ax, _slopes(exact, value), "d", value, hue, dashed=True)
        linear = value == "time_2"
        table = plot.estimates(runs, value, ["structure", "d"], "linear" if linear else "log")
        plot.simulation(ax, table, "d", hue)
        plot.logarithmic(ax, "x" if linear else "xy")
        name = r"median $|\omega_0|$" if value == "overlap" else "median time"
        ax.set(title=title, xlabel="dimension $d$", ylabel=name)
    figure.name(plot.Entry(panels[0], "power of large $d$", "theory", "black", dashes="--"))

    law = tables.theory("runtime_epsilon")
    degrees = plot.ordered("k", law["k"], "$k = {}$", palette="equivalent")
    plot.theory(late, law, "log", "time", degrees, ends=True)
    late.set(
        title=r"the rest: as $\ln(1/\varepsilon)$",
        xlabel=r"$\ln(1/\varepsilon)$",
        ylabel=r"time from 1/2 to $1 - \varepsilon$",
    )
    _samples(samples, tables)


def _samples(ax: Axes, tables: Tables) -> None:
    """Draw the times that the flow takes on samples, against the overlap at the start."""
    law, runs = tables.theory("runtime_flow"), tables.runs("runtime_flow")
    runs = runs[(runs["start"] > law["start"].min()) & (runs["start"] < runs["end"])]
    runs = runs[runs["time"] < np.inf]
    hue = plot.ordered("k", law["k"], "$k = {}$", palette="equivalent")
    plot.theory(ax, law, "start", "time", hue)
    plot.runs(ax, runs, "start", "time", hue)
    plot.logarithmic(ax)
    ax.set(
        title="on samples, to overlap 1/2",
        xlabel=r"overlap at the start $|\omega_0|$",
        ylabel="time",
    )


def _slopes(exact: pd.DataFrame, value: str) -> pd.DataFrame:
    """Return the power of d, at k = 2 the multiple of ln d, that meets the exact value at the
    largest d.
    """
    exact = exact.sort_values("d")
    last = exact.groupby("structure")[["d", value]].transform("last")
    delta0, ratio = exact["delta0"], exact["d"] / last["d"]
    if value == "time_2":
        return exact.assign(time_2=last[value] - delta0 / 4 * np.log(ratio))
    power = {"overlap": delta0, "time_3": -delta0, "time_4": -2 * delta0}[value]
    return exact.assign(**{value: last[value] * ratio**power})
