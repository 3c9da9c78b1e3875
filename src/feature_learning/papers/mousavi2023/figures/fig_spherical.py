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
_ENDS = {"whitened": r"$\omega$, whitened", "overlap": r"$\omega$, sphere", "m": "$m$, sphere"}
_VALUES = plot.Hue(
    "quantity",
    dict(zip(_ENDS, (plot.GREEN, plot.ORANGE, plot.PURPLE), strict=True)),
    _ENDS,
    dict(zip(_ENDS, "os^", strict=True)),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw shares of inits, paths for two strengths, and the simulation."""
    shares, weak, strong, samples = figure.panels(2, 2, height=1.9)
    _shares(shares, tables)
    paths = tables.theory("spherical_paths").sort_values("gamma2")
    titles = "inside: the sphere forgets", "beyond: it grows, and stops early"
    for ax, title, (_, row) in zip((weak, strong), titles, paths.iterrows(), strict=True):
        _path(ax, row, title)
    columns = list(_ENDS)
    law = tables.theory("spherical_flow").melt("gamma2", columns, "quantity")
    plot.theory(samples, law, "gamma2", "value", _VALUES)
    means = plot.estimates(tables.runs("spherical_flow"), columns, ["gamma2"], "logit")
    plot.simulation(samples, means, "gamma2", _VALUES)
    samples.set(
        title=r"$k = 2$ on samples: $m \sim \theta^{-1/2}$",
        xlabel=r"strength $\gamma_2$",
        ylabel="overlap at the end",
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
        ("m", row["times"], root * row["m"], root * row["m"][-1]),
        ("whitened", row["white_times"], root * row["omega"], root),
    ):
        shown = times[times > _EARLIEST]
        if values[-1] > values[0]:
            shown = np.append(shown, last)
            times, values = np.append(times, last), np.append(values, limit)
        t = np.concatenate([np.geomspace(_EARLIEST, shown[0], 30), shown[1:]])
        curve = pd.DataFrame({"t": t, "y": np.interp(t, times, values), "quantity": name})
        plot.theory(ax, curve, "t", "y", _VALUES)
    plot.logarithmic(ax)
    ax.set(
        title=rf"$\gamma_2 = {row['gamma2']:g}$, {title}",
        xlabel="time",
        ylabel=r"$\sqrt{d}\,m$, $\sqrt{d}\,\omega$",
    )
