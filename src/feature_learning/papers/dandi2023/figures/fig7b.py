"""Overlaps after several steps on two staircases, for a plain and a shifted ReLU."""

import math

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting import Sheet, Tables

_STUDENTS = {
    "w1, relu": ("$w^*_1$, ReLU", plot.BLUE, "o"),
    "w2, relu": ("$w^*_2$, ReLU", plot.VERMILLION, "o"),
    "w1, relu-0.5": (r"$w^*_1$, shifted", plot.SKY, "^"),
    "w2, relu-0.5": (r"$w^*_2$, shifted", plot.ORANGE, "^"),
}
_NAMES, _COLOURS, _MARKERS = (
    {series: looks[place] for series, looks in _STUDENTS.items()} for place in range(3)
)
_CLIMBS = plot.Hue("series", _COLOURS, _NAMES, _MARKERS)
_TITLES = {"stand-in": "Odd next term", "even-climb": "Even next term"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps with both directions step by step, over their predictions."""
    last: dict[tuple[str, str], float] = {}
    chance = 1 / math.sqrt(tables.value("climbing", "d"))
    for ax, target in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.6):
        last |= _climb(ax, tables, target)
        ax.axhspan(0, chance, color="0.93", linewidth=0, zorder=0)
        plot.level(ax, chance, "chance" if target == "even-climb" else "")
        ax.set(xlabel="steps $T$", ylabel="rms cosine", xticks=tables.values("climbing", "time"))
    figure.axes[0].set_ylim(-0.02, 1.1 * max(last.values()))
    figure.say(
        blind=last["even-climb", "w2, relu"],
        shifted=last["even-climb", "w2, relu-0.5"],
        chance=chance,
        steps=tables.values("climbing", "time")[-1],
        odd=last["stand-in", "w2, relu"],
    )


def _climb(ax: Axes, tables: Tables, target: str) -> dict[tuple[str, str], float]:
    """Draw one target, and return the overlaps after the last step."""
    runs, law = (
        read("climbing", target=target)
        .melt(keys, ["w1", "w2"], "direction")
        .assign(series=lambda rows: rows["direction"] + ", " + rows["activation"])
        for read, keys in (
            (tables.runs, ["activation", "time", "seed"]),
            (tables.theory, ["activation", "time"]),
        )
    )
    theory_at_steps(ax, law, "value", _CLIMBS)
    found = plot.estimates(runs, "value", ["series", "time"], "log")
    plot.simulation(ax, found, "time", _CLIMBS)
    last = found[found["time"] == found["time"].max()].set_index("series")["estimate"]
    return {(target, str(series)): float(value) for series, value in last.items()}
