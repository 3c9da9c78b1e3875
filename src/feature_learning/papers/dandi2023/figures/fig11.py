"""Several steps on a target of leap 2 with samples of order d."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {"one": "Step 1", "root-d": r"Step $\sqrt{d}$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the root mean square cosine times sqrt d against d for each number of steps."""
    runs = tables.runs("never")
    runs = runs.assign(scaled=runs["size"] * np.sqrt(runs["d"]))
    times = plot.ordered("time", runs["time"], "$T = {}$")
    found = plot.estimates(runs, "scaled", ["step", "time", "d"], "rms")
    bars = found[["estimate", "low", "high"]].to_numpy()
    bars = bars[np.isfinite(bars) & (bars > 0)]
    first = found[found["d"] == found["d"].min()]["estimate"].max()
    reach = first * np.sqrt(runs["d"].max() / runs["d"].min())  # were all learned
    for ax, step in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.3, sharex=True):
        own = found[found["step"] == step]
        plot.simulation(ax, own, "d", times, join=True, ends=True)
        span = np.geomspace(runs["d"].min(), runs["d"].max(), 40)
        start = own[own["d"] == own["d"].min()]["estimate"].max()
        learned = start * np.sqrt(span / span[0])
        plot.guide(ax, span, learned, "if learned", at=0.9)
        plot.logarithmic(ax)
        ax.set(xlabel="dimension $d$", ylabel=r"$\sqrt{d} \times$ rms cosine")
        plot.level(ax, 1.0, "chance", at=0.98, below=True)
        ax.set_ylim(min(0.8, 0.9 * bars.min()), 1.25 * max(reach, bars.max()))
    ends = found.set_index(["step", "time", "d"])["estimate"]
    least, most, last = runs["d"].min(), runs["d"].max(), runs["time"].max()
    one = ends["one"].unstack("d")
    growth = (one / one.shift()).iloc[1:].stack()
    figure.say(
        mildest=growth.min(),
        strongest=growth.max(),
        one=ends["one", last, most] / ends["one", last, least],
        root=ends["root-d", last, most] / ends["root-d", last, least],
        learned=np.sqrt(most / least),
        low=int(least),
        high=f"${plot.number(float(most))}$",
        last=int(last),
    )
