"""What each step learns, and what it does not, against the dimension: two quantities after two
numbers of steps.
"""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import from_zero
from feature_learning.plotting import Sheet, Tables

_TARGETS = {
    "example-1": "example 1",
    "example-2": "example 2",
    "example-3a": "$f_1$",
    "example-3b": "$f_2$",
    "odd-3": "one sign changed",
}
_WORDS = {1: "One step", 2: "Two steps"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the strength inside the space of each step, and that outside it times sqrt d, one column
    per number of steps.
    """
    axes = figure.panels(2, 2, height=1.9, sharex=True, sharey="row")
    runs = tables.runs("spaces")
    runs = runs.assign(outside=runs["outside"] * np.sqrt(runs["d"]))
    hue, highest = plot.unordered("target", _TARGETS), []
    for place, time in enumerate(_WORDS):
        shown = runs[(runs["time"] == time) & runs["target"].isin(list(_TARGETS))]
        for ax, value, label in (
            (axes[place], "inside", "weakest in $U_t$"),
            (axes[place + 2], "outside", r"$\sqrt{d} \times$ strongest outside"),
        ):
            found = plot.estimates(shown[shown[value] > 0], value, ["target", "d"], "log")
            if value == "outside":
                highest.append(found)
            plot.simulation(ax, found, "d", hue, join=True, ends=ax is axes[1])
            plot.logarithmic(ax, "x", ticks=tables.values("spaces", "d"))
            if value == "inside":
                plot.logarithmic(ax, "y")
            ax.set(xlabel="dimension $d$", ylabel=label)
        axes[place].set(title=f"{_WORDS[time]}, inside", ylim=(0.002, 1.5))
        axes[place + 2].set(title=f"{_WORDS[time]}, outside")
    from_zero(axes[2], pd.concat(highest))
    second = runs[(runs["target"] == "example-3b") & (runs["time"] == 2)]
    sizes = second.groupby("d")["inside"].mean()
    slope = np.polyfit(np.log(sizes.index), np.log(sizes), 1)[0]
    shown = runs[runs["time"].isin(list(_WORDS)) & runs["target"].isin(list(_TARGETS))]
    most = shown.groupby(["target", "time", "d"])["outside"].mean().max()
    figure.say(slope=slope, last=sizes.iloc[-1], d=int(sizes.index[-1]), most=most)
