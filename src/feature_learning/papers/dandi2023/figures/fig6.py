"""Few neurons: what more of them gain, and the error."""

import math
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_EXAMPLES = ("example-1", "example-2")
_EQUAL = r"readouts $\pm 1$"
_KINDS = {"finite_width": "readouts vary", "finite_width_equal": _EQUAL}
_LATER = (2, 3)  # steps
_VARIANT = plot.METHODS["variant"]
_MARGIN = 1.25  # of the axis of widths, on either side


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what more neurons gain, and the error against p for each number of steps."""
    gains, errors = figure.panels(1, 2, height=2.7)
    runs = tables.runs("finite_width")
    _errors(errors, tables, "example-1")
    figure.say(**_counted(tables, "example-1"))
    widths = [float(p) for p in np.sort(runs["width"].unique())]
    plot.logarithmic(errors, "x", ticks=widths)
    errors.set(title="Example 1, later steps", xlabel="neurons $p$", ylabel="test error")
    errors.set_xlim(widths[0] / _MARGIN, _MARGIN * widths[-1])
    errors.margins(y=0.12)
    _gains(gains, tables)
    ends = tables.values("finite_width_equal", "width")
    figure.say(
        refit=f"${plot.number(float(tables.value('finite_width', 'refit_size')))}$",
        few=int(ends[0]),
        many=int(ends[-1]),
        alpha=f"{tables.value('finite_width', 'alpha'):g}",
    )


def _errors(ax: Axes, tables: Tables, target: str) -> None:
    """Draw errors after later steps, with readouts that vary and with those of one size."""
    times = plot.ordered("time", _LATER, "vary, $T = {}$", "network")
    runs, law = _later(tables, "finite_width", target)
    found = plot.estimates(runs, "error", ["time", "width"], "log")
    plot.simulation(ax, found, "width", times, ends=True)
    for time, rows in times.split(law):
        _ticks(ax, rows, times.names[time], times.colours[time])
    runs, law = _later(tables, "finite_width_equal", target)
    found = plot.estimates(runs, "error", ["time", "width"], "log")
    for time in _LATER:
        own, name = found[found["time"] == time], rf"$\pm 1$, $T = {time}$"
        look: dict[str, Any] = {"colour": _VARIANT, "marker": "s"}
        plot.simulation(ax, own, "width", label=name, **look)
        _ticks(ax, law[law["time"] == time], name, _VARIANT)


def _counted(tables: Tables, target: str) -> dict[str, Any]:
    """Return how many intervals of the errors exclude what is predicted, and by how much at most
    errors are off.
    """
    keys, off = ["time", "width"], []
    for experiment in _KINDS:
        runs, law = _later(tables, experiment, target)
        both = plot.estimates(runs, "error", keys, "log").merge(law[[*keys, "error"]], on=keys)
        off.append(both[["estimate", "low", "high"]].div(both["error"], axis=0))
    ratios = pd.concat(off)
    apart = (ratios["estimate"] - 1).abs().max()
    missed = int(plot.excludes(ratios, 1).sum())
    return {"errors": len(ratios), "missed": missed, "astray": apart}


def _later(tables: Tables, experiment: str, target: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the runs of one target after later steps, and what is predicted for them."""
    runs, law = (read(experiment, target=target) for read in (tables.runs, tables.theory))
    return runs[runs["time"].isin(_LATER)], law[law["time"].isin(_LATER)]


def _ticks(ax: Axes, rows: pd.DataFrame, name: str, colour: str) -> None:
    """Draw what is predicted at each number of neurons, as level ticks, which a line joins."""
    rows, colour = rows.sort_values("width"), plot.darker(colour)
    x, y = rows["width"].to_numpy(), rows["error"].to_numpy()
    size = 4 * mpl.rcParams["lines.markersize"]
    look: dict[str, Any] = {"markersize": size, "color": colour, "markeredgewidth": 0.9}
    ax.plot(x, y, "_-", linewidth=0.5, zorder=5, **look)
    plot.sheet_of(ax).record(ax, name, "theory", x=x, y=y)


def _gains(ax: Axes, tables: Tables) -> None:
    """Draw by how much the larger width of the pair has less error, for readouts of both kinds,
    with intervals from the spread of all cases of a kind.
    """
    widths = tables.values("finite_width_equal", "width")
    few, many = int(widths[0]), int(widths[-1])
    names = {
        f"{target}-{time}": f"ex. {target[-1]}, $T = {time}$"
        for target in _EXAMPLES
        for time in _LATER
    }
    colours = {"finite_width": plot.METHODS["network"], "finite_width_equal": _VARIANT}
    for experiment, label in _KINDS.items():
        runs, law = (
            rows.assign(case=rows["target"] + "-" + rows["time"].astype(str))
            for rows in (tables.runs(experiment), tables.theory(experiment))
        )
        found = plot.paired(runs, "error", "width", (few, many), ["case"])
        found = plot.pooled(found[found["case"].isin(list(names))])
        wide = law.pivot_table(index="case", columns="width", values="error")
        predicted = {str(case): float(row[few] - row[many]) for case, row in wide.iterrows()}
        law_of = found["case"].map(predicted)
        outside = plot.excludes(found, law_of)
        if experiment == "finite_width":
            ratio = (found["estimate"] / law_of - 1).abs()
            plot.sheet_of(ax).say(apart=ratio.max(), outside=int(outside.sum()), cases=len(found))
        else:
            off = (found["estimate"] - law_of).abs().max()
            plot.sheet_of(ax).say(off=math.ceil(1000 * off) / 1000, left=int(outside.sum()))
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
            coloured=True,
        )
        right = experiment == "finite_width"
        place: dict[str, Any] = {"transform": ax.transAxes, "va": "top"}
        place |= {"color": plot.written(colour), "ha": "right" if right else "left"}
        ax.text(0.98 if right else 0.02, 0.97, label, **place)
    ax.text(0.98, 0.01, "ticks: predicted", transform=ax.transAxes, ha="right", va="bottom")
    ax.set_ylim(len(names) - 0.25, -0.9)
    label = f"error at $p = {few}$ less that at {many}"
    ax.set(title="Gain of more neurons", xlabel=label)
