"""Overlaps over chance along two staircases, for a plain and a shifted ReLU."""

import math

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting import Sheet, Tables

_STUDENTS = plot.Hue(
    "activation",
    {"relu": plot.VERMILLION, "relu-0.5": plot.BLUE},
    {"relu": "ReLU", "relu-0.5": "shifted ReLU"},
    {"relu": "o", "relu-0.5": "^"},
)
_TITLES = {"stand-in": "$z_1 z_2$ is next", "even-climb": "$H_2(z_1) z_2$ is next"}
_KEYS = ["target", "activation", "time"]
_FAINT = 0.45  # of the first direction


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps with both directions over chance, step by step, with the predictions of the
    second.
    """
    times, chance = tables.values("climbing", "time"), 1 / math.sqrt(tables.value("climbing", "d"))
    columns = ["w1", "w2", "w2_at_d"]
    runs, law = (
        table.assign(**{name: table[name] / chance for name in columns if name in table})
        for table in (tables.runs("climbing"), tables.theory("climbing"))
    )
    first, second = (plot.estimates(runs, name, _KEYS, "rms") for name in ("w1", "w2"))
    for ax, target in zip(figure.panels(1, 2, height=2.7, sharey=True), _TITLES, strict=True):
        own, above, ticks = (table[table["target"] == target] for table in (second, first, law))
        theory_at_steps(ax, ticks, "w2_at_d", _STUDENTS)
        plot.simulation(ax, own, "time", _STUDENTS)
        _first(ax, above)
        plot.level(ax, 1.0, "chance", at=0.98)
        plot.logarithmic(ax, "y", (0.5, 1, 2, 5, 10, 20))
        ax.set(title=_TITLES[target], xlabel="steps $T$", xticks=times)
        ax.set(ylabel="rms cosine over chance")
    figure.name_in_each()
    both = second.merge(law[[*_KEYS, "w2_at_d"]], on=_KEYS)
    both["gap"] = both["estimate"] / both["w2_at_d"] - 1
    start = (both["target"] == "stand-in") & (both["time"] == times[0])
    last = both[both["time"] == times[-1]].set_index(["target", "activation"])
    ends = last["estimate"]
    figure.say(
        steps=times[-1],
        odd=ends["stand-in"].min(),
        blind=_with_interval(last.loc[("even-climb", "relu")]),
        shifted=ends["even-climb", "relu-0.5"],
        chance=chance,
        d=tables.value("climbing", "d"),
        start=both.loc[start, "gap"].max(),
        least=both.loc[~start, "gap"].min(),
        gap=both.loc[~start, "gap"].max(),
    )


def _with_interval(row: pd.Series) -> str:
    found = f"{row['estimate']:.2f}"
    ends = row["low"], row["high"]
    return f"{found} [{ends[0]:.2f}, {ends[1]:.2f}]" if all(map(math.isfinite, ends)) else found


def _first(ax: Axes, found: pd.DataFrame) -> None:
    """Draw the first direction as faint lines under one name."""
    name, ends = r"first direction, $w^*_1$", found[found["time"] == found["time"].max()]
    for student, part in _STUDENTS.split(found):
        x, y = part["time"].to_numpy(dtype=float), part["estimate"].to_numpy()
        ax.plot(x, y, color=_STUDENTS.colours[student], alpha=_FAINT, linewidth=0.9)
        rest = {key: part[key].to_numpy() for key in ("low", "high", "seeds", "diverged", "kind")}
        of = _STUDENTS.names[student]
        plot.sheet_of(ax).record(ax, name, "simulation", x=x, y=y, of=of, **rest)
    ax.annotate(
        name,
        (0.98, ends["estimate"].min()),
        (0, -4),
        xycoords=ax.get_yaxis_transform(),
        textcoords="offset points",
        color=plot.written(plot.GREY),
        ha="right",
        va="top",
    )
