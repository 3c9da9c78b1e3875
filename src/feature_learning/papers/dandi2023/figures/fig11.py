"""Several steps on a target of leap 2 with samples of order d."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {"one": "step 1: it vanishes", "root-d": r"step $\sqrt{d}$: it vanishes as well"}
_STEPS = plot.unordered("step", {"one": "step 1", "root-d": r"step $\sqrt{d}$"})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the root mean square cosine against d for each number of steps, and its constant against
    their number.
    """
    *planes, growth = figure.panels(1, 3, height=2.0)
    planes[1].sharey(planes[0])
    runs, control = tables.runs("never"), tables.runs("leap_two", batch="square")
    times = plot.ordered("time", runs["time"], "$T = {}$")
    for ax, (step, title) in zip(planes, _TITLES.items(), strict=True):
        of_step = runs[runs["step"] == step]
        plot.simulation(
            ax, plot.estimates(of_step, "size", ["time", "d"], "rms"), "d", times, join=True
        )
        plot.theory(ax, tables.theory("leap_two"), "d", "size", label="theory, $n = 4d^2$")
        sizes, name = plot.estimates(control, "size", ["d"], "rms"), "one step, $n = 4d^2$"
        plot.simulation(ax, sizes, "d", label=name, colour=plot.ORANGE, marker="s")
        d = np.sort(of_step["d"].unique()).astype(float)
        plot.guide(ax, d, 0.6 * d**-0.5, "$-1/2$", at=None)
        plot.logarithmic(ax)
        ax.set(title=title, xlabel="dimension $d$", ylabel="rms cosine")
        ax.margins(x=0.1)
    far = runs[runs["d"] == runs["d"].max()]
    scaled = far.assign(size=far["size"] * np.sqrt(far["d"]))
    sizes = plot.estimates(scaled, "size", ["step", "time"], "rms")
    plot.simulation(growth, sizes, "time", _STEPS, join=True)
    plot.logarithmic(growth, "y", ticks=[1, 1.5, 2, 3, 4])
    growth.margins(x=0.12)
    growth.set(title=r"times $\sqrt{d}$", xlabel="steps $T$", xticks=tables.values("never", "time"))
    growth.set_ylabel(r"rms cosine $\times \sqrt{d}$")
