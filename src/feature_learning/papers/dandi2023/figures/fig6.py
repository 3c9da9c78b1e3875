"""Few neurons: the error against their number, and the floors to which it falls."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {"example-1": "Example 1", "example-2": "Example 2"}
_FLOORS = 0.0022  # the length of the ticks of the floors, in units of 1/p


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against 1/p for each number of steps, with the floors at 1/p = 0."""
    axes = figure.panels(1, 2, height=2.5, sharey=True)
    runs, law = (_inverse(read("finite_width")) for read in (tables.runs, tables.theory))
    times = plot.ordered("time", runs["time"], "$T = {}$")
    for ax, (target, title) in zip(axes, _TITLES.items(), strict=True):
        own, predicted = (part[part["target"] == target] for part in (runs, law))
        plot.theory(ax, predicted, "inverse", "error", times, kinks=True, ends=True)
        plot.simulation(
            ax, plot.estimates(own, "error", ["time", "inverse"], "log"), "inverse", times
        )
        _floors(ax, predicted, times)
        ax.set(title=title, xlabel="$1/p$", ylabel="test error")
        ax.set_xlim(left=-0.0035)
    _equal(axes[0], tables, times)
    axes[0].set_ylim(bottom=-0.2)
    widest = runs[(runs["inverse"] == runs["inverse"].min()) & (runs["target"] == "example-1")]
    last = widest[widest["time"] == 2]["error"].mean()
    floors = law.groupby(["target", "time"])["floor"].first()
    figure.say(p=int(runs["width"].max()), error=last, floor=floors["example-1", 2])


def _inverse(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.assign(inverse=1 / rows["width"])


def _floors(ax: Axes, law: pd.DataFrame, times: plot.Hue) -> None:
    """Draw the floor of each number of steps as a tick at 1/p = 0."""
    for time, rows in times.split(law):
        floor = rows["floor"].iloc[0]
        ends = [-_FLOORS, _FLOORS]
        colour = plot.darker(times.colours[time])
        ax.plot(ends, [floor] * 2, color=colour, linewidth=1.6, zorder=5, solid_capstyle="butt")
        plot.sheet_of(ax).record(ax, "theory", "theory", x=[0.0], y=[floor], of="floor")
    ax.annotate(
        r"floors, $n/d \to \infty$",
        (_FLOORS, law["floor"].min()),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        color="0.42",
    )
    ax.axvline(0, color="0.8", linewidth=0.5, zorder=1)


def _equal(ax: Axes, tables: Tables, times: plot.Hue) -> None:
    """Draw two and three steps with readouts of one size as open markers and dashes."""
    name, figure = r"readouts $\pm 1$", plot.sheet_of(ax)
    runs, law = (
        _inverse(read("finite_width_equal", target="example-1").query("time >= 2"))
        for read in (tables.runs, tables.theory)
    )
    for time, rows in times.split(law):
        own = plot.estimates(runs[runs["time"] == time], "error", ["inverse"], "log")
        colour = times.colours[time]
        rows = rows.sort_values("inverse")
        ax.plot(rows["inverse"], rows["error"], "--", color=plot.darker(colour), linewidth=0.8)
        ax.plot(own["inverse"], own["estimate"], "s", color=colour, markerfacecolor="white")
        ax.lines[-1].set_zorder(6)
        ends = {key: own[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")}
        figure.record(ax, name, "simulation", x=own["inverse"], y=own["estimate"], **ends)
    figure.name(plot.Entry(ax, name, "simulation", times.colours[2], "s", hollow=True))
