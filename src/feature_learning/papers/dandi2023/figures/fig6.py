"""Few neurons: what more of them gain, and the floors to which the error falls."""

import math
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_EXAMPLES = ("example-1", "example-2")
_TICK = 0.04  # half the length of a floor, in units of the largest 1/p
_EQUAL = r"readouts $\pm 1$"
_KINDS = {"finite_width": "readouts vary", "finite_width_equal": _EQUAL}
_VARIANT = plot.METHODS["variant"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what more neurons gain, and the error against 1/p for each number of steps."""
    gains, errors = figure.panels(1, 2, height=2.9)
    times = plot.ordered("time", (1, 2, 3), "$T = {}$", "network")
    runs = tables.runs("finite_width")
    widest = 1 / runs["width"].min()
    highest = 1.06 * runs.loc[runs["time"] > 0, "error"].max()
    widths = np.sort(runs["width"].unique())
    law = tables.theory("finite_width")
    _errors(errors, tables, "example-1", times)
    errors.set(title="Example 1", xlabel="neurons $p$, in $1/p$", ylabel="test error")
    errors.set(xlim=(-0.08 * widest, 1.06 * widest), ylim=(-0.25, max(4.75, highest)))
    errors.set_xticks([0, *1 / widths[::-1]], [r"$\infty$", *(f"{p:g}" for p in widths[::-1])])
    off, over = _gains(gains, tables)
    last = runs[
        (runs["width"] == widths[-1]) & (runs["target"] == "example-1") & (runs["time"] == 2)
    ]
    floors = law.groupby(["target", "time"])["floor"].first()
    ends = tables.values("finite_width_equal", "width")
    shared = law[law["time"] == 1].groupby("target")["at_alpha"].first()
    figure.say(
        p=int(widths[-1]),
        error=last["error"].mean(),
        floor=floors["example-1", 2],
        off=math.ceil(100 * off) / 100,
        refit=f"${plot.number(float(tables.value('finite_width', 'refit_size')))}$",
        over=over,
        few=int(ends[0]),
        many=int(ends[-1]),
        alpha=f"{tables.value('finite_width', 'alpha'):g}",
        one=shared["example-1"],
    )


def _inverse(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.assign(inverse=1 / rows["width"])


def _errors(ax: Axes, tables: Tables, target: str, times: plot.Hue) -> None:
    law = _inverse(tables.theory("finite_width", target=target))
    runs = _inverse(tables.runs("finite_width", target=target))
    plot.theory(ax, law, "inverse", "error", times, kinks=True, ends=True)
    plot.simulation(ax, plot.estimates(runs, "error", ["time", "inverse"], "log"), "inverse", times)
    _of_one_size(ax, tables, target, times)
    _floors(ax, law, times)


def _of_one_size(ax: Axes, tables: Tables, target: str, times: plot.Hue) -> None:
    """Draw later steps with readouts of one size."""
    figure = plot.sheet_of(ax)
    runs, law = (
        _inverse(read("finite_width_equal", target=target).query("time >= 2"))
        for read in (tables.runs, tables.theory)
    )
    for time, rows in times.split(law):
        own = plot.estimates(runs[runs["time"] == time], "error", ["inverse"], "log")
        rows = rows.sort_values("inverse")
        ax.plot(rows["inverse"], rows["error"], color=plot.darker(_VARIANT), linewidth=0.8)
        ax.plot(own["inverse"], own["estimate"], "s", color=_VARIANT, zorder=6)
        ends = {key: own[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")}
        figure.record(ax, _EQUAL, "simulation", x=own["inverse"], y=own["estimate"], **ends)
        name = rf"$\pm 1$, $T = {time}$"
        figure.edge_label(ax, float(rows["error"].iloc[-1]), name, plot.written(_VARIANT))


def _floors(ax: Axes, law: pd.DataFrame, times: plot.Hue) -> None:
    """Draw floors as ticks at 1/p = 0: of the first step at these samples, of later ones, where no
    formula is known, at infinitely many.
    """
    ax.axvline(0, color="0.8", linewidth=0.5, zorder=1)
    for time, rows in times.split(law):
        here, limit = rows["at_alpha"].iloc[0], rows["floor"].iloc[0]
        value = here if time == 1 else limit
        colour = plot.darker(times.colours[time]) if time == 1 else "0.45"
        ends = np.array([-_TICK, _TICK]) * law["inverse"].max()
        ax.plot(ends, [value] * 2, color=colour, linewidth=1.6, zorder=5, solid_capstyle="butt")
        plot.sheet_of(ax).record(ax, "theory", "theory", x=[0.0], y=[value], of="floor")
        if time < 3:
            place: dict[str, Any] = {"textcoords": "offset points", "va": "top"}
            text = "floor" if time == 1 else r"floor, $n/d \to \infty$"
            start = (ends[0], value) if time == 1 else (ends[1], value + 0.1)
            ax.annotate(text, start, (0, -3), color=plot.written(colour), **place)


def _gains(ax: Axes, tables: Tables) -> tuple[float, float]:
    """Draw by how much the larger width of the pair has less error, for readouts of both kinds, and
    return the largest distance from the prediction, and the largest share beyond it of readouts
    that vary.
    """
    off = over = 0.0
    widths = tables.values("finite_width_equal", "width")
    few, many = int(widths[0]), int(widths[-1])
    names = {
        f"{target}-{time}": f"ex. {target[-1]}, $T = {time}$"
        for target in _EXAMPLES
        for time in (2, 3)
    }
    colours = {"finite_width": plot.METHODS["network"], "finite_width_equal": _VARIANT}
    for experiment, label in _KINDS.items():
        runs, law = (
            rows.assign(case=rows["target"] + "-" + rows["time"].astype(str))
            for rows in (tables.runs(experiment), tables.theory(experiment))
        )
        found = plot.paired(runs, "error", "width", (few, many), ["case"])
        wide = law.pivot_table(index="case", columns="width", values="error")
        predicted = {str(case): float(row[few] - row[many]) for case, row in wide.iterrows()}
        shown = found[found["case"].isin(list(names))]
        gaps = shown["estimate"] - shown["case"].map(predicted)
        off = max(off, float(gaps.abs().max()))
        if experiment == "finite_width":
            over = float((gaps / shown["case"].map(predicted)).abs().max())
        colour = colours[experiment]
        plot.forest(
            ax,
            found,
            "case",
            names,
            predicted=predicted,
            beside=False,
            label=label,
            colours=dict.fromkeys(names, colour),
        )
        right = experiment == "finite_width"
        place: dict[str, Any] = {"transform": ax.transAxes, "va": "top"}
        place |= {"color": plot.written(colour), "ha": "right" if right else "left"}
        ax.text(0.98 if right else 0.02, 0.97, label, **place)
    ax.text(0.98, 0.01, "black: predicted", transform=ax.transAxes, ha="right", va="bottom")
    ax.set_ylim(len(names) - 0.25, -0.9)
    label = f"error at $p = {few}$ less that at {many}"
    ax.set(title="Gain of more neurons", xlabel=label)
    return off, over
