"""Overlap at the start, and the time of the whitened population flow from there, against d."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_SHOWN = ("0-0", "0.25-0.4", "0-0.4", "0-0.8")  # one for each value of delta0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlap, then the time for each k; dashed: the slopes of large d."""
    hue = structure_hue(_SHOWN)
    runs, exact = tables.runs("initial_overlap"), tables.theory("initial_overlap")
    titles = {
        "overlap": r"the start shrinks as $d^{\delta_0}$",
        "time_2": "$k = 2$: the time is logarithmic",
        "time_3": r"$k = 3$: as $d^{-\delta_0}$",
        "time_4": r"$k = 4$: as $d^{-2\delta_0}$",
    }
    *panels, late = figure.mosaic(2, 3, height=1.8)
    for ax, (value, title) in zip(panels, titles.items(), strict=True):
        ax.set_title(title)
        linear = value == "time_2"
        theory(ax, exact, "d", value, hue)
        theory(ax, _slopes(exact, value), "d", value, hue, dashed=True)
        simulation(ax, estimates(runs, value, ["structure", "d"], "linear" if linear else "log"), "d", hue)
        logarithmic(ax, "x" if linear else "xy")
        ax.set_xlabel("dimension $d$")
        ax.set_ylabel(r"median $|\omega_0|$" if value == "overlap" else "median time")
    figure.name(Entry(panels[0], "power of large $d$", "theory", "black", dashes="--"))
    _late(late, tables.theory("runtime_epsilon"))


def _late(ax: Axes, frame: pd.DataFrame) -> None:
    ax.set_title(r"the rest: as $\ln(1/\varepsilon)$")
    hue = ordered("k", frame["k"], "$k = {}$", palette="equivalent")
    theory(ax, frame, "log", "time", hue, ends=True)
    ax.set_xlabel(r"$\ln(1/\varepsilon)$")
    ax.set_ylabel(r"time from 1/2 to $1 - \varepsilon$")


def _slopes(exact: pd.DataFrame, value: str) -> pd.DataFrame:
    """Return the power of d, at k = 2 the multiple of ln d, that meets the exact value at the largest d."""
    parts = []
    for _, own in exact.sort_values("d").groupby("structure"):
        delta0, last = float(own["delta0"].iloc[0]), float(own[value].iloc[-1])
        ratio = own["d"] / own["d"].iloc[-1]
        powers = {"overlap": delta0, "time_3": -delta0, "time_4": -2 * delta0}
        line = last - delta0 / 4 * np.log(ratio) if value == "time_2" else last * ratio ** powers[value]
        parts.append(own.assign(**{value: line}))
    return pd.concat(parts)
