"""Learning curves: one step beside the authors' picture, and later steps."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published_curves import published_curves
from feature_learning.plotting import Sheet, Tables

_TRAINED = plot.ordered("time", range(1, 7), "$T = {}$", "network")
_STEPS = plot.Hue(
    "time",
    {0: plot.METHODS["random features"], **_TRAINED.colours},
    {0: "random features", **_TRAINED.names},
    dict.fromkeys(range(7), "o"),
)
_OPEN = (1, 2, 6)  # later steps that the picture has as well
_FRESH = "open: fresh batches"
_LARGEST = 1.75  # log n/log d; with this step size some later steps overshoot beyond
_SPAN = (0.875, 1.875)  # of the axes, in log n/log d
_MARGIN = 0.06  # of the claim on one step
_LOG_SIZE = r"samples, $\log n\,/\log d$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw our errors over the picture's for both targets, and those after steps on fresh batches,
    open where the picture has curves.
    """
    hero, equal, later = figure.hero(2, share=0.56, height=3.4)
    gap = _beside_the_picture(hero, tables, "notebook-2", named=True)
    gap = max(gap, _beside_the_picture(equal, tables, "quartic"))
    hero.set(title="Staircase", ylabel="test error")
    equal.set(title="Equal links", ylabel="test error")
    curves = tables.runs("learning_curves", target="notebook-2")
    shown = curves[curves["log_size"].between(1.0, _LARGEST)]
    errors = plot.estimates(shown, "error", ["time", "log_size"], "median")
    _fresh(hero, errors[errors["time"].isin(_OPEN)])
    floor = linear_floor("notebook-2")
    plot.heat(later, errors, "log_size", "time", label="median error", contours={floor: ""})
    later.set(title="Fresh batches, another step", xlabel=_LOG_SIZE, ylabel="steps $T$")
    for ax in (hero, equal, later):
        ax.set_xlim(_SPAN)
    for ax in (hero, equal):
        ax.set_ylim(0.11, 2.0)
    last = errors[errors["log_size"] == errors["log_size"].max()].set_index("time")["estimate"]
    figure.say(
        gap=gap,
        one=last.get(1, np.nan),
        two=last.get(2, np.nan),
        end=errors["log_size"].max(),
        floor=floor,
    )


def _fresh(ax: Axes, errors: pd.DataFrame) -> None:
    """Draw errors after steps on fresh batches as open markers in the colours of their curves."""
    figure = plot.sheet_of(ax)
    for time, own in errors.groupby("time"):
        look: dict[str, Any] = {
            "markerfacecolor": "white",
            "color": _STEPS.colours[time],
            "zorder": 3,
        }
        ax.plot(own["log_size"], own["estimate"], "o:", markeredgewidth=0.8, linewidth=0.6, **look)
        columns = {key: own[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")}
        name = _STEPS.names[time]
        figure.record(
            ax, name, "simulation", x=own["log_size"], y=own["estimate"], batch="fresh", **columns
        )
    figure.name(plot.Entry(ax, _FRESH, "simulation", _STEPS.colours[2], hollow=True))


def _beside_the_picture(ax: Axes, tables: Tables, target: str, *, named: bool = False) -> float:
    """Draw our errors before and after one step over the picture's curves, and return the largest
    distance between the two.
    """
    figure = plot.sheet_of(ax)
    runs = tables.runs("published_step", target=target)
    sizes = sorted(runs["log_size"].unique())
    curves = published_curves(target)
    curves = curves[curves["log_size"].isin(sizes)]
    found = plot.estimates(runs, "error", ["time", "log_size"], "log")
    for time, curve in curves.groupby("time"):
        colour = _STEPS.colours[time]
        dashes = "-" if time in set(found["time"]) else "--"
        ax.plot(curve["log_size"], curve["error"], dashes, color=colour, alpha=0.5, linewidth=1.2)
        figure.record(ax, _STEPS.names[time], "paper", x=curve["log_size"], y=curve["error"])
        if named:
            figure.edge_label(ax, float(curve["error"].iloc[-1]), _STEPS.names[time], colour)
    plot.simulation(ax, found, "log_size", _STEPS)
    plot.logarithmic(ax, "y")
    ax.set_xticks(sizes)
    ax.set_xlabel(_LOG_SIZE)
    if named:
        plot.level(ax, linear_floor(target), "best linear")
        region = (-_MARGIN, _MARGIN)
        plot.residual(ax, found, curves, "log_size", "error", _STEPS, region=region, relative=False)
    else:
        plot.level(ax, linear_floor(target), "best linear", at=0.02, below=True)
    both = found.merge(curves, on=["time", "log_size"], suffixes=("", "_theirs"))
    return float((both["estimate"] - both["error"]).abs().max())
