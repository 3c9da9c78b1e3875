"""Overlaps with the second direction of two staircases, for a plain and a shifted ReLU."""

import math

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import from_zero, theory_at_steps
from feature_learning.plotting import Sheet, Tables

_STUDENTS = plot.Hue(
    "activation",
    {"relu": plot.VERMILLION, "relu-0.5": plot.BLUE},
    {"relu": "ReLU", "relu-0.5": "shifted ReLU"},
    {"relu": "o", "relu-0.5": "^"},
)
_TITLES = {"stand-in": "Odd next term", "even-climb": "Even next term"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps with the second direction step by step, over their predictions."""
    last: dict[tuple[str, str], float] = {}
    d, times = tables.value("climbing", "d"), tables.values("climbing", "time")
    chance = 1 / math.sqrt(d)
    for ax, target in zip(figure.panels(1, 2, height=2.4), _TITLES, strict=True):
        last |= _climb(ax, tables, target)
        plot.level(ax, chance, "chance", at=0.98, below=True)
        ax.set(title=_TITLES[target], xlabel="steps $T$", xticks=times)
        finer = "" if target == next(iter(_TITLES)) else ", finer axis"
        ax.set(ylabel=f"rms cosine with $w^*_2${finer}")
    first = tables.runs("climbing").groupby(["target", "activation", "time"])["w1"].mean()
    ends = first[first.index.get_level_values("time") == times[-1]]
    figure.say(
        blind=last["even-climb", "relu"],
        shifted=last["even-climb", "relu-0.5"],
        chance=chance,
        steps=times[-1],
        least=ends.min(),
        most=ends.max(),
    )


def _climb(ax: Axes, tables: Tables, target: str) -> dict[tuple[str, str], float]:
    """Draw one target, and return the overlaps after the last step."""
    runs, law = tables.runs("climbing", target=target), tables.theory("climbing", target=target)
    theory_at_steps(ax, law, "w2_at_d", _STUDENTS)
    found = plot.estimates(runs, "w2", ["activation", "time"], "log")
    plot.simulation(ax, found, "time", _STUDENTS)
    from_zero(ax, found)
    last = found[found["time"] == found["time"].max()].set_index("activation")["estimate"]
    return {(target, str(name)): float(value) for name, value in last.items()}
