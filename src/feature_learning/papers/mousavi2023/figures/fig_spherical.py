"""The flow on the sphere: the share of neurons that it leaves where they are, two paths, and
samples.
"""

import math
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_EARLIEST, _SURE = 0.01, 0.99
_SHADES = {4: "crest", 6: "flare"}
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
    """Draw shares of inits, paths for two strengths, the simulation, and the size of the output."""
    shares, weak, strong, samples, output = figure.mosaic(3, 2, height=1.9)
    _shares(shares, tables)
    paths = tables.theory("spherical_paths").sort_values("gamma2")
    titles = "it forgets", "it stops early"
    for ax, title, (_, row) in zip((weak, strong), titles, paths.iterrows(), strict=True):
        _path(ax, row, title)
    runs = tables.runs("spherical_flow", k=4)
    strengths = sorted(runs["gamma2"].unique())
    runs = runs.assign(place=runs["gamma2"].map(strengths.index))
    plot.runs(samples, runs, "place", "overlap", _VALUES, dodge=6, alpha=0.6)
    medians = plot.estimates(runs, "overlap", ["flow", "place"], "median")
    plot.simulation(samples, medians, "place", _VALUES, dodge=6)
    samples.set_xticks(range(len(strengths)), [f"{gamma2:g}" for gamma2 in strengths])
    samples.set(
        title="$k = 4$ on samples",
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
        title="the repulsion grows",
        xlabel=r"$m = \langle w, \beta \rangle$",
        ylabel=r"$\mathrm{E} f^2$",
    )


def _shares(ax: Axes, tables: Tables) -> None:
    law = tables.theory("spherical_share", convention="unit-norm")
    degrees = sorted(law["k"].unique())
    for k in degrees:
        hue = plot.ordered("d", law["d"], partial(_name, k), _SHADES[k])
        plot.theory(ax, law[law["k"] == k], "gamma2", "share", hue)
    plot.level(ax, _SURE, "0.99", at=0.02, below=True)
    names = ["proposition, both", f"$k = {degrees[-1]}$", ""]
    plot.regimes(ax, [1 - 1 / (k - 1) for k in degrees], names, nested=True)
    ax.set(
        title="it fails up to the stated strength",
        xlabel=r"strength $\gamma_2$",
        ylabel=r"share with $\sup_t\,|m| \leq 3/\sqrt{d}$",
    )


def _name(k: int, d: float) -> str:
    return f"$k = {k}$, $d = 10^{{{round(math.log10(d))}}}$"


def _path(ax: Axes, row: pd.Series, title: str) -> None:
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
        title=rf"$\gamma_2 = {row['gamma2']:g}$, {title}",
        xlabel="time",
        ylabel=r"$\sqrt{d}\,m$, $\sqrt{d}\,\omega$",
    )
