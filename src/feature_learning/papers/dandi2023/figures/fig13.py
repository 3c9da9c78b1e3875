"""What each step learns, and what it does not, against the dimension."""

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


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the strength inside the space of each step and outside it, one column per step."""
    axes = figure.panels(2, 2, height=1.8, sharey="row")
    runs = tables.runs("spaces")
    hue = plot.unordered("target", _TARGETS)
    for place, time in enumerate(_TIMES):
        shown = runs[(runs["time"] == time) & runs["target"].isin(_TARGETS)]
        for ax, value, label in (
            (axes[place], "inside", "weakest in $U_t$"),
            (axes[place + 2], "outside", "strongest outside"),
        ):
            found = plot.estimates(shown.dropna(subset=value), value, ["target", "d"], "log")
            plot.simulation(ax, found, "d", hue)
            plot.logarithmic(ax)
            ax.set(xlabel="dimension $d$", ylabel=label)
        axes[place].set(title=f"$T = {time}$")
