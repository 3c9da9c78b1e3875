"""What each step learns, and what it does not, against the dimension: two quantities after two
numbers of steps.
"""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TARGETS = {
    "example-1": "example 1",
    "example-2": "example 2",
    "example-3a": "$f_1$",
    "example-3b": "$f_2$",
    "odd-3": "one sign changed",
}
_TIMES = (1, 2)
_CHANCE = 2.0  # times d^(-1/2): the claim's order of what is not learned


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the strength inside the space of each step, and that outside it times sqrt d, one column
    per number of steps.
    """
    axes = figure.panels(2, 2, height=1.9, sharex=True, sharey="row")
    runs = tables.runs("spaces")
    runs = runs.assign(outside=runs["outside"] * np.sqrt(runs["d"]))
    hue = plot.unordered("target", _TARGETS)
    for place, time in enumerate(_TIMES):
        shown = runs[(runs["time"] == time) & runs["target"].isin(list(_TARGETS))]
        for ax, value, label in (
            (axes[place], "inside", "weakest in $U_t$"),
            (axes[place + 2], "outside", r"$\sqrt{d} \times$ strongest outside"),
        ):
            found = plot.estimates(shown[shown[value] > 0], value, ["target", "d"], "log")
            plot.simulation(ax, found, "d", hue, join=True)
            plot.logarithmic(ax, "xy" if value == "inside" else "x")
            ax.set(xlabel="dimension $d$", ylabel=label)
        axes[place].set(title="One step" if time == 1 else "Two steps", ylim=(0.005, 1.5))
        axes[place + 2].set(title="Outside", ylim=(0, 2.2))
    second = runs[(runs["target"] == "example-3b") & (runs["time"] == 2)]
    sizes = second.groupby("d")["inside"].mean()
    slope = np.polyfit(np.log(sizes.index), np.log(sizes), 1)[0]
    outside = runs[runs["time"] <= _TIMES[-1]]["outside"]
    figure.say(slope=slope, last=sizes.iloc[-1], d=int(sizes.index[-1]), most=outside.max())
