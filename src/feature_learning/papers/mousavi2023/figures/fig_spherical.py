"""The flow on the sphere: the share of neurons that it leaves where they are, two paths, and
samples.
"""

import math
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.plotting import (
    GREEN,
    ORANGE,
    PURPLE,
    Hue,
    Sheet,
    Tables,
    estimates,
    level,
    logarithmic,
    ordered,
    regimes,
    simulation,
    theory,
)

_EARLIEST, _SURE = 0.01, 0.99
_SHADES = {4: "crest", 6: "flare"}
_ENDS = {"whitened": r"$\omega$, whitened", "overlap": r"$\omega$, sphere", "m": "$m$, sphere"}
_VALUES = Hue(
    "quantity",
    dict(zip(_ENDS, (GREEN, ORANGE, PURPLE), strict=True)),
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
    _samples(samples, tables)


def _shares(ax: Axes, tables: Tables) -> None:
    ax.set_title("it fails up to the stated strength")
    frame = tables.theory("spherical_share", convention="unit-norm")
    degrees = sorted(frame["k"].unique())
    for k in degrees:
        hue = ordered("d", frame["d"], partial(_name, k), _SHADES[k])
        theory(ax, frame[frame["k"] == k], "gamma2", "share", hue)
    level(ax, _SURE, "0.99", at=0.02, below=True)
    names = ["proposition, both", f"$k = {degrees[-1]}$", ""]
    regimes(ax, [1 - 1 / (k - 1) for k in degrees], names, nested=True)
    ax.set_xlabel(r"strength $\gamma_2$")
    ax.set_ylabel(r"share with $\sup_t\,|m| \leq 3/\sqrt{d}$")


def _name(k: int, d: float) -> str:
    return f"$k = {k}$, $d = 10^{{{round(math.log10(d))}}}$"


def _path(ax: Axes, row: pd.Series, title: str) -> None:
    ax.set_title(rf"$\gamma_2 = {row['gamma2']:g}$, {title}")
    root = math.sqrt(float(row["d"]))
    sphere, white = (
        (np.asarray(row[x]), root * np.asarray(row[y]))
        for x, y in (("times", "m"), ("white_times", "omega"))
    )
    last = max(sphere[0][-1], white[0][-1])
    for name, (times, values) in (("m", sphere), ("whitened", white)):
        shown = times[times > _EARLIEST]
        if values[-1] > values[0]:  # at rest at its limit
            times, values = (
                np.append(times, last),
                np.append(values, values[-1] if name == "m" else root),
            )
            shown = np.append(shown, last)
        at = np.concatenate([np.geomspace(_EARLIEST, shown[0], 30), shown[1:]])
        theory(
            ax,
            pd.DataFrame({"t": at, "y": np.interp(at, times, values), "quantity": name}),
            "t",
            "y",
            _VALUES,
        )
    logarithmic(ax)
    ax.set_xlabel("time")
    ax.set_ylabel(r"$\sqrt{d}\,m$, $\sqrt{d}\,\omega$")


def _samples(ax: Axes, tables: Tables) -> None:
    ax.set_title(r"$k = 2$ on samples: $m \sim \theta^{-1/2}$")
    columns = list(_ENDS)
    predicted = tables.theory("spherical_flow").melt("gamma2", columns, "quantity")
    theory(ax, predicted, "gamma2", "value", _VALUES)
    simulation(
        ax,
        estimates(tables.runs("spherical_flow"), columns, ["gamma2"], "logit"),
        "gamma2",
        _VALUES,
    )
    ax.set_xlabel(r"strength $\gamma_2$")
    ax.set_ylabel("overlap at the end")
