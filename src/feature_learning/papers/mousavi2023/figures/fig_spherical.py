"""The flow on the sphere and three others on one sample, their paths, and the output's size."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_EARLIEST = 0.01
_DEGREE = 4
_DODGE = 13  # points between columns
_NAMED = 0.72  # the height of the first name, to the right of the runs
_ENDS = {
    "white": "whitened",
    "two": "normalised",
    "sphere": "sphere",
    "without": r"sphere, no $\mathrm{E} f^2$",
}
_VALUES = plot.Hue(
    "flow",
    dict(zip(_ENDS, (plot.GREEN, plot.BLUE, plot.PURPLE, plot.ORANGE), strict=True)),
    _ENDS,
    dict(zip(_ENDS, "os^D", strict=True)),
)

_OMEGA, _SHOWN = r"$\omega$", {"sphere": "$m$"}  # of the paths
_AT = {
    "sphere": ((3, 0), "left", "bottom", 0.0),
    "white": ((0, -4), "right", "top", 7.0),
    "two": ((-4, 0), "right", "center", 30.0),
}
"""Of the names of the paths: shift in points, alignment, and the height that they stand at."""


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the simulation, paths, and the size of the output."""
    samples, paths, output = figure.hero(2, share=0.58, height=3.2)
    _path(paths, tables.theory("spherical_paths").iloc[0])
    runs = tables.runs("spherical_flow", k=_DEGREE)
    strengths = sorted(runs["gamma2"].unique())
    runs = runs.assign(place=runs["gamma2"].map(strengths.index))
    columns = [plot.swarm(part, "place", "overlap", width=0.12) for _, part in _VALUES.split(runs)]
    plot.runs(samples, pd.concat(columns), "place", "overlap", _VALUES, dodge=_DODGE, alpha=0.6)
    learned = (runs["overlap"] > 0.5).groupby([runs["place"], runs["flow"]]).mean().unstack()
    figure.say(
        **{
            f"{flow}_{end}": learned[flow].iloc[at]
            for flow in ("white", "two")
            for end, at in (("first", 0), ("last", -1))
        }
    )
    figure.say(runs=int(runs.groupby(["place", "flow"]).size().max()))
    figure.say(d=int(runs["d"].iloc[0]), output_d=tables.value("output_size", "d"))
    _shares(samples, learned, figure)
    samples.set_xticks(range(len(strengths)), [f"{gamma2:g}" for gamma2 in strengths])
    samples.set_yticks(np.linspace(0, 1, 6))
    samples.set(
        title="Four flows on one sample, $k = 4$",
        xlabel=r"strength $\gamma_2$ of the spike",
        ylabel=r"overlap $|\omega|$ at the end",
        xlim=(-0.5, len(strengths) + 0.25),
        ylim=(-0.03, 1.12),
    )
    sizes = {"sphere": "on the sphere", "normalised": "normalised neuron"}
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
        title="Mean square output",
        xlabel=r"$m = \langle w, \beta \rangle$",
        ylabel=r"$\mathrm{E} f^2$",
    )


def _shares(ax: Axes, learned: pd.DataFrame, figure: Sheet) -> None:
    """Write over each column how many per cent of its runs pass one half."""
    middle = (len(_ENDS) - 1) / 2
    for place, row in learned.iterrows():
        for number, flow in enumerate(_ENDS):
            shift = (_DODGE * (number - middle) * figure.target.type, 0)
            text = f"{100 * row[flow]:.0f}"
            label = ax.annotate(text, (place, 1.03), shift, textcoords="offset points")
            label.set(
                ha="center",
                va="bottom",
                fontsize=figure.target.smallest,
                color=plot.written(_VALUES.colours[flow]),
            )
    beside = len(learned) - 0.48
    ax.text(beside, 1.03, r"$\%$ above 1/2", va="bottom", color="0.42")
    ax.text(beside, _NAMED, "from left to right:", color="0.42")
    for number, (flow, name) in enumerate(_ENDS.items(), start=1):
        height = _NAMED - 0.08 * number
        ax.text(beside, height, name, color=plot.written(_VALUES.colours[flow]))


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
        _name(ax, name, times, values)
    plot.logarithmic(ax)
    ax.set(
        title=rf"Paths, $\gamma_2 = {row['gamma2']:g}$",
        xlabel="time",
        ylabel=r"overlap $\times \sqrt{d}$",
    )


def _name(ax: Axes, flow: str, times: np.ndarray, values: np.ndarray) -> None:
    """Name a path at its rise, or its end."""
    shift, across, up, level = _AT[flow]
    at = int(np.argmax(values >= level)) if values[-1] > values[0] else len(values) - 1
    place = (float(times[at]), max(float(values[at]), 0.02))
    text = f"{_ENDS[flow]}, {_SHOWN.get(flow, _OMEGA)}"
    label = ax.annotate(text, place, shift, textcoords="offset points", ha=across, va=up)
    label.set_color(plot.written(_VALUES.colours[flow]))
