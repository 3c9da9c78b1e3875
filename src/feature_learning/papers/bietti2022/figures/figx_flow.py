"""The way of the descent on the population loss away from the equator."""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables

_RIDGE = 0.1
_NAMED = 0.15  # the overlap at which exponents are written


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps of all inits for each s, and the speed of the flow against the overlap."""
    runs = tables.runs("population_flow", seed=0)
    runs, link = runs.assign(step=runs["iteration"] + 1), runs["link"].iloc[0]
    law = tables.theory("population_flow", ridge=_RIDGE)
    ours, code = law[law["link"] == link], law[(law["link"] != link) & (law["s"] == 3)]
    hue = exponent_hue(law)
    names = {s: f"{name}, escape in {_time(ours, s)} steps" for s, name in hue.names.items()}
    hue = replace(hue, names=names)
    warmup = runs["warmup"].iloc[0]
    *axes, speeds = figure.panels(2, 2, height=1.7)
    for ax, (s, paths) in zip(axes, hue.split(runs), strict=False):
        for init, path in paths.groupby("init"):
            ax.plot(path["step"], path["overlap"], color=hue.colours[s], linewidth=0.7)
            points = {"x": path["step"].to_numpy(), "y": path["overlap"].to_numpy(), "init": init}
            figure.record(ax, hue.names[s], "simulation", **points)
        ax.set(title=_title(paths, s), xlabel="step", ylabel="overlap $|m|$", ylim=(-0.02, 1.04))
        plot.logarithmic(ax, "x")
        plot.regimes(ax, [warmup], [r"$\theta$ alone", r"$\theta$ and $c$"])
    _speed(speeds, ours, code, hue)


def _title(runs: pd.DataFrame, s: int) -> str:
    """Say how many inits recover."""
    ends = runs[runs["iteration"] == runs["iteration"].max()]["overlap"]
    return f"$s = {s}$: {(ends > RECOVERED).sum()} of {len(ends)} recover"


def _time(law: pd.DataFrame, s: int) -> str:
    """Return the time that the flow takes, to two digits."""
    (escape,) = law[law["s"] == s]["escape"]
    return f"${plot.number(float(f'{escape:.2g}'))}$"


def _speed(ax: Axes, ours: pd.DataFrame, code: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the speed against the overlap, and name the exponents at small overlaps."""
    columns, name = ["m", "speed"], "the code's link, $s = 3$"
    plot.theory(ax, ours[["s", *columns]].explode(columns), "m", "speed", hue)
    plot.theory(
        ax, code[columns].explode(columns), "m", "speed", label=name, colour="0.45", dashed=True
    )
    for _, row in pd.concat([ours, code]).iterrows():
        speed = np.interp(_NAMED, row["m"], row["speed"])
        text = ax.annotate(
            f"${row['exponent']:.1f}$", (_NAMED, speed), (0, 2), textcoords="offset points"
        )
        if row["link"] == "zigzag":
            text.set(position=(4, -4), ha="left", va="top", color="0.3")
        else:
            text.set(position=(-3, 2), ha="right", va="bottom", color="0.3")
    plot.logarithmic(ax)
    ax.set(title="Speed, infinite $n$", xlabel="overlap $m$", ylabel=r"speed $\dot m$")
