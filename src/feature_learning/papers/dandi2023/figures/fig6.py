"""Few neurons: floors, and how many neurons reach them."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting import Sheet, Tables

_TITLES = {
    "example-1": "example 1: the floor falls twice",
    "example-2": "example 2: the floor falls once",
}
_LAWS = {"finite_width": "varied", "finite_width_equal": "equal"}
_NAMES = {
    "varied, 2": "varied, $T = 2$",
    "varied, 3": "varied, $T = 3$",
    "equal, 2": r"$a_i = \pm 1$, $T = 2$",
    "equal, 3": r"$a_i = \pm 1$, $T = 3$",
}
_SERIES = plot.unordered("series", _NAMES, after=1)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against the number of steps over its floor, for both examples, and against
    that of neurons.
    """
    *steps, neurons = figure.panels(1, 3, height=2.2)
    runs, law = tables.runs("finite_width"), tables.theory("finite_width")
    widths = plot.ordered("width", runs["width"], "$p = {}$")
    for ax, (target, title) in zip(steps, _TITLES.items(), strict=True):
        ax.set_title(title)
        _steps(ax, runs[runs["target"] == target], law[law["target"] == target], widths)
    steps[1].sharey(steps[0])
    _neurons(neurons, tables)


def _steps(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, widths: plot.Hue) -> None:
    floors = law[law["width"] == law["width"].min()].sort_values("time")
    name = "floors of the talk"
    plot.theory(ax, floors, "time", "floor", label=name, colour=plot.GREY, steps=True, thin=True)
    first = floors[floors["time"] == 1]
    ends = pd.concat(first.assign(time=end) for end in (0.5, 1.5))
    plot.theory(
        ax,
        ends,
        "time",
        "at_alpha",
        label="at $n = 16 d$",
        colour=plot.GREY,
        dashed=True,
        thin=True,
    )
    theory_at_steps(ax, law, "error", widths)
    plot.simulation(ax, plot.estimates(runs, "error", ["width", "time"], "log"), "time", widths)
    ax.set(xlabel="steps $T$", ylabel="test error", xticks=sorted(law["time"].unique()))


def _neurons(ax: Axes, tables: Tables) -> None:
    runs, predicted = (
        pd.concat(
            read(name, target="example-1").query("time >= 2").assign(law=law)
            for name, law in _LAWS.items()
        ).assign(series=lambda rows: rows["law"] + ", " + rows["time"].astype(str))
        for read in (tables.runs, tables.theory)
    )
    plot.theory(ax, predicted, "width", "error", _SERIES)
    plot.simulation(ax, plot.estimates(runs, "error", ["series", "width"], "log"), "width", _SERIES)
    ax.margins(x=0.12)
    plot.logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    ax.set(title="more neurons: $a_i$ must vary", xlabel="neurons $p$", ylabel="test error")
