"""The flow on the sphere and three others on one sample, their paths, and the output's size."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_EARLIEST = 0.01
_DEGREE = 4
_DODGE, _LINE = 11, 10  # points between columns, and between lines of their names
_ENDS = {
    "white": r"$\omega$, whitened",
    "two": r"$\omega$, normalised",
    "sphere": "sphere",
    "without": r"sphere without $\mathrm{E} f^2$",
}
_VALUES = plot.Hue(
    "flow",
    dict(zip(_ENDS, (plot.GREEN, plot.BLUE, plot.PURPLE, plot.ORANGE), strict=True)),
    _ENDS,
    dict(zip(_ENDS, "os^D", strict=True)),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the simulation, paths, and the size of the output."""
    samples, paths, output = figure.hero(2, share=0.58, height=3.2)
    _path(paths, tables.theory("spherical_paths").iloc[0])
    runs = tables.runs("spherical_flow", k=_DEGREE)
    strengths = sorted(runs["gamma2"].unique())
    runs = runs.assign(place=runs["gamma2"].map(strengths.index))
    columns = [plot.swarm(part, "place", "overlap", width=0.12) for _, part in _VALUES.split(runs)]
    plot.runs(samples, pd.concat(columns), "place", "overlap", _VALUES, dodge=_DODGE, alpha=0.6)
    learned = (runs["overlap"] > 0.5).groupby(runs["flow"]).mean()
    figure.say(white=learned["white"], two=learned["two"])
    _names(samples, figure)
    samples.set_xticks(range(len(strengths)), [f"{gamma2:g}" for gamma2 in strengths])
    samples.set_yticks(np.linspace(0, 1, 6))
    samples.set(
        title="Four flows on one sample, $k = 4$",
        xlabel=r"strength $\gamma_2$ of the spike",
        ylabel=r"$|\omega|$ at the end",
        xlim=(-0.5, len(strengths) - 0.5),
        ylim=(-0.03, 1.35),
    )
    sizes = {"sphere": "on the sphere", "normalised": "normalised"}
    hue = plot.Hue(
        "quantity",
        {"sphere": plot.PURPLE, "normalised": plot.BLUE},
        sizes,
        {"sphere": "^", "normalised": "s"},
    )
    law = tables.theory("output_size").melt("m", list(sizes), "quantity")
    plot.theory(output, law, "m", "value", hue)
    means = plot.estimates(tables.runs("output_size"), list(sizes), ["m"], "log")
    plot.simulation(output, means, "m", hue)
    output.set(
        title="What the loss charges for",
        xlabel=r"$m = \langle w, \beta \rangle$",
        ylabel=r"$\mathrm{E} f^2$",
    )


def _names(ax: Axes, figure: Sheet) -> None:
    """Name the flows over the columns of the first group, each from its column on."""
    count = len(_ENDS)
    for number, (flow, name) in enumerate(_ENDS.items()):
        shift = _DODGE * (number - (count - 1) / 2 - 0.25) * figure.target.type
        rise = (2 + _LINE * (count - 1 - number)) * figure.target.type
        ax.annotate(
            name,
            (0, 1.03),
            (shift, rise),
            textcoords="offset points",
            color=plot.written(_VALUES.colours[flow]),
            ha="left",
            va="bottom",
        )
    figure.entries = [entry for entry in figure.entries if entry.ax is not ax]


def _path(ax: Axes, row: pd.Series) -> None:
    """Draw m and omega against time; what has grown stays at its limit to the end of the panel."""
    root, last = math.sqrt(row["d"]), max(row["times"][-1], row["white_times"][-1])
    for name, times, values, limit in (
        ("sphere", row["times"], root * row["m"], root * row["m"][-1]),
        ("white", row["white_times"], root * row["omega"], root),
        ("two", row["normalised_times"], root * row["omega"], root),
    ):
        shown = times[times > _EARLIEST]
        if values[-1] > values[0]:
            shown = np.append(shown, last)
            times, values = np.append(times, last), np.append(values, limit)
        t = np.concatenate([np.geomspace(_EARLIEST, shown[0], 30), shown[1:]])
        curve = pd.DataFrame({"t": t, "y": np.interp(t, times, values), "flow": name})
        plot.theory(ax, curve, "t", "y", _VALUES)
    plot.logarithmic(ax)
    ax.set(
        title=rf"Paths, $\gamma_2 = {row['gamma2']:g}$",
        xlabel="time",
        ylabel=r"$\sqrt{d}\,m$, $\sqrt{d}\,\omega$",
    )
