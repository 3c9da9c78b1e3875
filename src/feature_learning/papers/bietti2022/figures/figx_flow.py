"""The speed at which the flow on the population loss leaves the equator."""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables

_RIDGE = 0.1
_FROM = 0.1  # of m: where the local exponents are said
_SMALL = 0.3  # of m: where the slope is drawn


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the speed of the flow against the overlap, and say what single descents do."""
    (ax,) = figure.panels(height=2.3)
    runs, law = tables.runs("population_flow", seed=0), tables.theory("population_flow")
    link, law = runs["link"].iloc[0], law[law["ridge"] == _RIDGE]
    ours, code = law[law["link"] == link], law[(law["link"] != link) & (law["s"] == 3)]
    hue = exponent_hue(law)
    powers = {row["s"]: f"$m^{{{_local(row):.1f}}}$" for _, row in ours.iterrows()}
    hue = replace(hue, names={s: f"{name}: {powers[s]}" for s, name in hue.names.items()})
    _speed(ax, ours, code, hue)
    figure.say(**{f"escape_{s}": _time(ours, s) for s in hue.names})
    ends = runs[runs["iteration"] == runs["iteration"].max()]
    found = (ends["overlap"] > RECOVERED).groupby(ends["s"]).sum()
    shares = ", ".join(f"{count} for $s = {s}$" for s, count in found.items())
    figure.say(found=shares, inits=int(ends.groupby("s").size().max()), d=int(ends["d"].iloc[0]))
    figure.say(steps=int(ends["iteration"].max()))


def _local(row: pd.Series) -> float:
    """Return the local exponent of the speed at the smallest overlap."""
    return float(np.gradient(np.log(row["speed"]), np.log(row["m"]))[0])


def _time(law: pd.DataFrame, s: int) -> float:
    """Return the time that the flow takes, to two digits."""
    (escape,) = law[law["s"] == s]["escape"]
    return float(f"{escape:.2g}")


def _speed(ax: Axes, ours: pd.DataFrame, code: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the speed against the overlap, and the power that it is at small overlaps."""
    columns = ["m", "speed"]
    plot.theory(ax, ours[["s", *columns]].explode(columns), "m", "speed", hue)
    for _, row in code.iterrows():
        name = "the code's link, $s = 3$"
        curve = pd.DataFrame({"m": row["m"], "speed": row["speed"]})
        plot.theory(ax, curve, "m", "speed", label=name, colour="0.45", dashed=True)
        m, local = np.asarray(row["m"]), np.gradient(np.log(row["speed"]), np.log(row["m"]))
        start = float(np.interp(_FROM, m, local))
        plot.sheet_of(ax).say(start=start)
    for _, row in ours.iterrows():
        m, speed = (np.asarray(row[name], dtype=float) for name in columns)
        power = 2 * int(row["s"]) - 1
        seen = m <= _SMALL
        colour = plot.darker(hue.colours[row["s"]])
        plot.triangle(ax, m[seen], speed[seen], power, f"${power}$", colour=colour, above=False)
    plot.logarithmic(ax)
    ax.set(xlabel="overlap $m$", ylabel=r"speed $\dot m$")
