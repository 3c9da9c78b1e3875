"""Few neurons: floors, and how many neurons reach them."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import GREY, Hue, ordered, unordered
from feature_learning.plotting.sheet import Sheet

_TITLES = {"example-1": "example 1: the floor falls twice", "example-2": "example 2: the floor falls once"}
_LAWS = {"finite_width": "varied", "finite_width_equal": "equal"}
_SERIES = unordered(
    "series",
    {
        "varied, 2": "varied, $T = 2$",
        "varied, 3": "varied, $T = 3$",
        "equal, 2": r"$a_i = \pm 1$, $T = 2$",
        "equal, 3": r"$a_i = \pm 1$, $T = 3$",
    },
    after=1,
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against the number of steps over its floor, for both examples, and against that of neurons."""
    *steps, neurons = figure.panels(1, 3, height=2.2)
    runs, law = tables.runs("finite_width"), tables.theory("finite_width")
    widths = ordered("width", runs["width"], "$p = {}$")
    for ax, (target, title) in zip(steps, _TITLES.items(), strict=True):
        ax.set_title(title)
        _steps(ax, runs[runs["target"] == target], law[law["target"] == target], widths)
    steps[1].sharey(steps[0])
    _neurons(neurons, tables)


def _steps(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, widths: Hue) -> None:
    one = law[law["width"] == law["width"].min()].sort_values("time")
    theory(ax, one, "time", "floor", label="floors of the talk", colour=GREY, steps=True, thin=True)
    learned = one[one["time"] == 1]
    ends = pd.concat(learned.assign(time=at) for at in (0.5, 1.5))
    theory(ax, ends, "time", "at_alpha", label="at $n = 16 d$", colour=GREY, dashed=True, thin=True)
    theory_at_steps(ax, law, "error", widths)
    simulation(ax, estimates(runs, "error", ["width", "time"], "log"), "time", widths, dodge=4)
    ax.set_xticks(sorted(law["time"].unique()))
    ax.set_xlabel("steps $T$")
    ax.set_ylabel("test error")


def _neurons(ax: Axes, tables: Tables) -> None:
    ax.set_title("more neurons: $a_i$ must vary")

    def late(frame: pd.DataFrame, law: str) -> pd.DataFrame:
        frame = frame[(frame["target"] == "example-1") & (frame["time"] >= 2)]
        return frame.assign(series=law + ", " + frame["time"].astype(str))

    runs = pd.concat(late(tables.runs(name), law) for name, law in _LAWS.items())
    predicted = pd.concat(late(tables.theory(name), law) for name, law in _LAWS.items())
    theory(ax, predicted, "width", "error", _SERIES)
    simulation(ax, estimates(runs, "error", ["series", "width"], "log"), "width", _SERIES)
    ax.margins(x=0.12)
    logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    ax.set_xlabel("neurons $p$")
    ax.set_ylabel("test error")
