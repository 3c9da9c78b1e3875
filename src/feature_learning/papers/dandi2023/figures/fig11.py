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
    for ax, step in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.3):
        own = found[found["step"] == step]
        plot.simulation(ax, own, "d", times, join=True, ends=True)
        learned = np.geomspace(runs["d"].min(), runs["d"].max(), 40)
        start = own["estimate"].iloc[0]
        plot.guide(ax, learned, start * np.sqrt(learned / learned[0]), "if learned", at=0.35)
        plot.logarithmic(ax)
        ax.set(xlabel="dimension $d$", ylabel=r"$\sqrt{d} \times$ rms cosine")
        ax.set_ylim(0.8, 1.25 * found["high"].max())
    ends = found.set_index(["step", "time", "d"])["estimate"]
    least, most, last = runs["d"].min(), runs["d"].max(), runs["time"].max()
    figure.say(
        step=(ends["one", last, most] / ends["one", 1, most]) ** (1 / max(last - 1, 1)),
        one=ends["one", last, most] / ends["one", last, least],
        root=ends["root-d", last, most] / ends["root-d", last, least],
        learned=np.sqrt(most / least),
        low=int(least),
        high=plot.number(float(most)),
        last=int(last),
    )
