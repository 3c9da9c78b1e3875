"""The flow on the sphere: samples, the share of neurons that it leaves, paths, and the output."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_EARLIEST, _SURE = 0.01, 0.99
_DEGREE = 4
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
    """Draw the simulation, shares of inits, paths, and the size of the output."""
    samples, shares, paths, output = figure.panels(2, 2, height=2.0)
    _shares(shares, tables)
    _path(paths, tables.theory("spherical_paths").iloc[0])
    runs = tables.runs("spherical_flow", k=_DEGREE)
    strengths = sorted(runs["gamma2"].unique())
    runs = runs.assign(place=runs["gamma2"].map(strengths.index))
    plot.runs(samples, runs, "place", "overlap", _VALUES, dodge=6, alpha=0.6)
    medians = plot.estimates(runs, "overlap", ["flow", "place"], "median")
    plot.simulation(samples, medians, "place", _VALUES, dodge=6)
    samples.set_xticks(range(len(strengths)), [f"{gamma2:g}" for gamma2 in strengths])
    samples.set(
        title="Four flows on one sample, $k = 4$",
        xlabel=r"strength $\gamma_2$ of the spike",
        ylabel=r"$|\omega|$ at the end",
        xlim=(-0.5, len(strengths) - 0.5),
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


def _shares(ax: Axes, tables: Tables) -> None:
    law = tables.theory("spherical_share", convention="unit-norm", k=_DEGREE)
    hue = plot.ordered("d", law["d"], _name)
    plot.theory(ax, law, "gamma2", "share", hue)
    plot.level(ax, _SURE, "0.99", at=0.02, below=True)
    plot.regimes(ax, [1 - 1 / (_DEGREE - 1)], ["proposition", ""])
    ax.set(
        title="Random starts",
        xlabel=r"strength $\gamma_2$",
        ylabel=r"share with $\sup_t\,|m| \leq 3/\sqrt{d}$",
    )


def _name(d: float) -> str:
    return f"$d = 10^{{{round(math.log10(d))}}}$"


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
