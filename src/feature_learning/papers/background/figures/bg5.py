"""Gaussian universality: the first giant step on other inputs."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.plotting import Sheet, Tables

_INPUTS = {
    "gaussian": "Gaussian",
    "signs": r"$\pm 1$",
    "laplace": "Laplace",
    "sparse": "sparse",
    AXES: r"$\pm 1$," + "\nalong axes",
}
_APART = 5.0  # points between the dimensions of one category


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines of the first step for each law."""
    ax = figure.panels(1, 1, height=2.5)[0]
    found = _cosines(ax, tables)
    largest, smallest = (found[found["d"] == end] for end in (found["d"].max(), found["d"].min()))
    along = largest["place"] == list(_INPUTS).index(AXES)
    largest, axes = largest[~along], largest[along].iloc[0]
    off = plot.excludes(smallest, smallest["limit"])
    figure.say(
        axes=axes["estimate"],
        generic=axes["gaussian"],
        apart=(largest["estimate"] - largest["limit"]).abs().max(),
        high=int(largest["d"].max()),
        small=int(smallest["d"].max()),
        off=int(off.sum()),
        laws=len(off),
    )


def _cosines(ax: Axes, tables: Tables) -> pd.DataFrame:
    """Draw the laws as categories, the dimensions beside one another in each, and return the
    cosines with their limits.
    """
    steps = tables.runs("step_universality")
    order = list(_INPUTS)
    steps = steps.assign(place=steps["inputs"].map(order.index))
    dimensions = plot.ordered("d", steps["d"], "$d = {}$")
    ax.set_xticks(range(len(order)), list(_INPUTS.values()))
    laws = pd.DataFrame({"inputs": order, "place": range(len(order))})
    values = {
        law: tables.value("step_universality", "cosine", inputs=law) for law in ("gaussian", AXES)
    }
    for law, place in laws.itertuples(index=False):
        value = values[AXES if law == AXES else "gaussian"]
        ends = [place - 0.42, place + 0.42]
        ax.plot(ends, [value] * 2, color=plot.PREDICTION, linewidth=0.8, zorder=2)
        plot.sheet_of(ax).record(ax, "theory", "theory", x=ends, y=[value] * 2)
        if law == AXES:  # what it would be in generic directions
            ax.plot(ends, [values["gaussian"]] * 2, color=plot.GREY, linewidth=0.5, zorder=2)
            plot.sheet_of(ax).record(ax, "Gaussian", "guide", x=ends, y=[values["gaussian"]] * 2)
            ax.text(place, values["gaussian"], "Gaussian", color="0.42", ha="center", va="top")
    plot.sheet_of(ax).name(plot.Entry(ax, "limit", "theory", plot.PREDICTION))
    found = plot.estimates(steps, "cosine", ["d", "place"])
    plot.simulation(ax, found, "place", dimensions, dodge=_APART)
    ax.set(title="First step at $n = 2d$", xlabel="law of the inputs")
    ax.set_ylabel("cosine with the linear part")
    limits = {order.index(law): values[AXES if law == AXES else "gaussian"] for law in order}
    return found.assign(limit=found["place"].map(limits), gaussian=values["gaussian"])
