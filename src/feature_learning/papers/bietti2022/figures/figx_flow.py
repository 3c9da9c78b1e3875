"""The way of the descent on the population loss away from the equator."""

from dataclasses import replace

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables

_RIDGE = 0.1


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps of all inits for each s, and the speed of the flow against the overlap."""
    runs = tables.runs("population_flow", seed=0)
    runs, link = runs.assign(step=runs["iteration"] + 1), runs["link"].iloc[0]
    law = tables.theory("population_flow", ridge=_RIDGE)
    ours, code = law[law["link"] == link], law[(law["link"] != link) & (law["s"] == 3)]
    hue = exponent_hue(law)
    powers = {row["s"]: f"$m^{{{row['exponent']:.1f}}}$" for _, row in ours.iterrows()}
    hue = replace(hue, names={s: f"{name}: {powers[s]}" for s, name in hue.names.items()})
    warmup = runs["warmup"].iloc[0]
    speeds, *axes = figure.mosaic(1, 3, heights=[1.25, 1.0], height=2.1, shared=[1])
    for ax, (s, paths) in zip(axes, hue.split(runs), strict=False):
        for init, path in paths.groupby("init"):
            ax.plot(path["step"], path["overlap"], color=hue.colours[s], linewidth=0.7)
            points = {"x": path["step"].to_numpy(), "y": path["overlap"].to_numpy(), "init": init}
            figure.record(ax, hue.names[s], "simulation", **points)
        ax.set(title=_title(paths, s), xlabel="step", ylabel="overlap $|m|$", ylim=(-0.02, 1.04))
        plot.logarithmic(ax, "x")
        plot.regimes(ax, [warmup], [r"$\theta$ alone", r"and $c$"])
    _speed(speeds, ours, code, hue)
    figure.say(**{f"escape_{s}": _time(ours, s) for s in hue.names})


def _title(runs: pd.DataFrame, s: int) -> str:
    """Say how many inits recover."""
    ends = runs[runs["iteration"] == runs["iteration"].max()]["overlap"]
    return f"$s = {s}$: {(ends > RECOVERED).sum()} of {len(ends)} recover"


def _time(law: pd.DataFrame, s: int) -> float:
    """Return the time that the flow takes, to two digits."""
    (escape,) = law[law["s"] == s]["escape"]
    return float(f"{escape:.2g}")


def _speed(ax: Axes, ours: pd.DataFrame, code: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the speed against the overlap, and the power that it is at small overlaps."""
    columns = ["m", "speed"]
    plot.theory(ax, ours[["s", *columns]].explode(columns), "m", "speed", hue)
    for _, row in code.iterrows():
        name = f"the code's link, $s = 3$: $m^{{{row['exponent']:.1f}}}$"
        curve = pd.DataFrame({"m": row["m"], "speed": row["speed"]})
        plot.theory(ax, curve, "m", "speed", label=name, colour="0.45", dashed=True)
    plot.logarithmic(ax)
    ax.set(title="Speed, infinite $n$", xlabel="overlap $m$", ylabel=r"speed $\dot m$")
