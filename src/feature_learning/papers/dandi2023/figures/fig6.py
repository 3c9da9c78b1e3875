"""Few neurons: the error and its floor."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.quantities import error_of_batch
from feature_learning.plotting import Sheet, Tables

_KINDS = ("finite_width", "finite_width_equal")
_LATER = (2, 3)  # steps
_VARIANT = plot.METHODS["variant"]
_MARGIN = 1.25  # of the axis of widths, on either side


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error after one step against the batch, with the floor, and that after later steps
    against p.
    """
    batches, errors = figure.panels(1, 2, height=2.7)
    _floor(batches, tables)
    runs = tables.runs("finite_width")
    _errors(errors, tables, "example-1")
    figure.say(**_counted(tables, "example-1"))
    widths = [float(p) for p in np.sort(runs["width"].unique())]
    plot.logarithmic(errors, "x", ticks=widths)
    errors.set(title="Example 1, later steps", xlabel="neurons $p$", ylabel="test error")
    errors.set_xlim(widths[0] / _MARGIN, _MARGIN * widths[-1])
    errors.margins(y=0.12)
    figure.say(
        refit=f"${plot.number(float(tables.value('finite_width', 'refit_size')))}$",
        alpha=f"{tables.value('finite_width', 'alpha'):g}",
        sizes=" and ".join(f"$d = {plot.number(float(d))}$" for d in tables.values("floors", "d")),
    )


def _floor(ax: Axes, tables: Tables) -> None:
    """Draw the error of many neurons after one step of example 1 against n/d."""
    found = error_of_batch(tables)
    plot.quantity(ax, found.predicted_by(None), "alpha", label="simulation")
    _ticks(ax, found.table(), "alpha", "predicted", "simulation", plot.PREDICTION)
    floor = float(tables.theory("floors", time=1)["floor"].iloc[0])
    plot.level(ax, floor, "floor", below=True, at=0.98)
    plot.logarithmic(ax, "x", ticks=sorted(found.points["alpha"].unique()))
    ax.set(title="Example 1, one step", xlabel="samples per dimension $n/d$")
    ax.set_ylabel("test error of many neurons")
    ax.margins(y=0.25)
    plot.sheet_of(ax).say(most=found.points["alpha"].max())


def _errors(ax: Axes, tables: Tables, target: str) -> None:
    """Draw errors after later steps, with readouts that vary and with those of one size."""
    times = plot.ordered("time", _LATER, "vary, $T = {}$", "network")
    runs, law = _later(tables, "finite_width", target)
    found = plot.estimates(runs, "error", ["time", "width"], "log")
    plot.simulation(ax, found, "width", times, ends=True)
    for time, rows in times.split(law):
        _ticks(ax, rows, "width", "error", times.names[time], times.colours[time])
    runs, law = _later(tables, "finite_width_equal", target)
    found = plot.estimates(runs, "error", ["time", "width"], "log")
    for time in _LATER:
        own, name = found[found["time"] == time], rf"$\pm 1$, $T = {time}$"
        look: dict[str, Any] = {"colour": _VARIANT, "marker": "s"}
        plot.simulation(ax, own, "width", label=name, **look)
        _ticks(ax, law[law["time"] == time], "width", "error", name, _VARIANT)


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


def _ticks(ax: Axes, rows: pd.DataFrame, x: str, y: str, name: str, colour: str) -> None:
    """Draw what is predicted as level ticks, which a line joins."""
    rows, colour = rows.sort_values(x), plot.darker(colour)
    at, predicted = rows[x].to_numpy(), rows[y].to_numpy()
    size = 4 * mpl.rcParams["lines.markersize"]
    look: dict[str, Any] = {"markersize": size, "color": colour, "markeredgewidth": 0.9}
    ax.plot(at, predicted, "_-", linewidth=0.5, zorder=5, **look)
    plot.sheet_of(ax).record(ax, name, "theory", x=at, y=predicted)
