"""Several steps on a target of leap 2 with samples of order d."""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {"one": r"Step size $\eta = 1$", "root-d": r"Step size $\eta = \sqrt{d}$"}
_APART = 0.08  # names, in heights of the panel


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the root mean square cosine times sqrt d against d for each number of steps."""
    runs = tables.runs("never")
    runs = runs.assign(scaled=runs["size"] * np.sqrt(runs["d"]))
    times = plot.ordered("time", runs["time"], "$T = {}$")
    times = replace(times, markers=dict(zip(times.names, plot.MARKERS, strict=False)))
    found = plot.estimates(runs, "scaled", ["step", "time", "d"], "rms")
    table = found.set_index(["step", "time", "d"])
    ends = table["estimate"]
    largest, smallest = (ends.groupby(["step", "time"]).agg(end) for end in ("max", "min"))
    swing = largest / smallest
    wild = int(swing["root-d"].idxmax())
    bars = found[["estimate", "low", "high"]].to_numpy()
    bars = bars[np.isfinite(bars) & (bars > 0)]
    least, most, last = runs["d"].min(), runs["d"].max(), runs["time"].max()
    start = found[(found["d"] == least) & (found["time"] == last)].set_index("step")["estimate"]
    reach = start.max() * np.sqrt(most / least)  # were all learned
    for ax, step in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.3, sharex=True):
        own = found[found["step"] == step]
        near = step == "root-d"
        for time in times.names:
            covered = near and 1 < time < last  # by the band of the last
            plot.simulation(
                ax,
                own[own["time"] == time],
                "d",
                times,
                join=True,
                band=not covered,
                bars=time == wild,
                ends=not near,
            )
        span = np.geomspace(least, most, 40)
        learned = start[step] * np.sqrt(span / span[0])
        plot.guide(ax, span, learned, "learned: slope 1/2", at=0.9)
        plot.logarithmic(ax, "x")
        plot.logarithmic(ax, "y", (1, 2, 5, 10, 20, 50))
        ax.set(xlabel="dimension $d$", ylabel=r"$\sqrt{d} \times$ rms cosine")
        plot.level(ax, 1.0, "chance", at=0.98, below=True)
        ax.set_ylim(min(0.6, 0.9 * bars.min()), 1.25 * max(reach, bars.max()))
        if near:
            _names(ax, own[own["d"] == most].set_index("time")["estimate"], times, most)
    one = ends["one"].unstack("d")
    growth = (one / one.shift()).iloc[1:].to_numpy()
    later = ends["root-d"].unstack("d").drop(1)
    rise = table["low"].xs(most, level="d") - table["high"].xs(least, level="d")
    slopes = np.log(one[most] / one[least]) / np.log(most / least)
    after = ends["root-d"].xs(last, level="time")
    figure.say(
        low_end=after.min(),
        high_end=after.max(),
        mildest=growth.min(),
        strongest=growth.max(),
        risen=int((rise["one"] > 0).sum()),
        one_swing=swing["one"].max(),
        root_swing=swing["root-d"].max(),
        flattest=slopes.min(),
        steepest=slopes.max(),
        wild=wild,
        dip=int(later.mean().idxmin()),
        learned=np.sqrt(most / least),
        last=int(last),
    )


def _names(ax: Axes, ends: pd.Series, times: plot.Hue, d: float) -> None:
    """Name the curves right of a panel, with lines to their ends."""
    bottom, top = np.log(ax.get_ylim())
    ends = ends.sort_values()
    places = (np.log(ends).mean() - bottom) / (top - bottom)
    places += _APART * (np.arange(len(ends)) - (len(ends) - 1) / 2)
    for (time, end), place in zip(ends.items(), places, strict=True):
        look = {"coords": "axes fraction", "va": "center"}
        plot.leader(ax, times.names[time], (d, end), (1.05, place), times.colours[time], **look)
