"""Overlaps with the second direction of two staircases, for a plain and a shifted ReLU."""

import math
from typing import Any

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.panels import theory_at_steps
from feature_learning.plotting import Sheet, Tables

_STUDENTS = plot.Hue(
    "activation",
    {"relu-0.5": plot.BLUE, "relu": plot.VERMILLION},  # the smaller marker above
    {"relu-0.5": "shifted ReLU", "relu": "ReLU"},
    {"relu-0.5": "^", "relu": "o"},
)
_TITLES = {
    "stand-in": "Next term of degree 2, $z_1 z_2$",
    "even-climb": "Next term of degree 3, $H_2(z_1) z_2$",
}
_BETWEEN = 3.2  # grid lines, where the key stands
_KEYS = ["target", "activation", "time"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlap with the second direction over chance, step by step, with predictions."""
    times, chance = tables.values("climbing", "time"), 1 / math.sqrt(tables.value("climbing", "d"))
    columns = ["w2", "w2_at_d"]
    runs, law = (
        table.assign(**{name: table[name] / chance for name in columns if name in table})
        for table in (tables.runs("climbing"), tables.theory("climbing"))
    )
    second = plot.estimates(runs, "w2", _KEYS, "rms")
    for ax, target in zip(figure.panels(1, 2, height=2.5, sharey=True), _TITLES, strict=True):
        own, ticks = (table[table["target"] == target] for table in (second, law))
        theory_at_steps(ax, ticks, "w2_at_d", _STUDENTS)
        plot.simulation(ax, own, "time", _STUDENTS)
        plot.level(ax, 1.0, "chance", at=0.98)
        plot.logarithmic(ax, "y", (0.5, 1, 2, 5, 10))
        ax.set(title=_TITLES[target], xlabel="steps $T$", xticks=times)
        ax.set(ylabel="rms cosine over chance")
        if target == "even-climb":
            place: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "ha": "right"}
            ax.text(0.98, _BETWEEN, "ticks: theory", color="0.42", va="center", **place)
    figure.name_in_each()
    both = second.merge(law[[*_KEYS, "w2_at_d"]], on=_KEYS)
    both["gap"] = both["estimate"] / both["w2_at_d"] - 1
    last = both[both["time"] == times[-1]].set_index(["target", "activation"])
    ends = last["estimate"]
    figure.say(
        steps=times[-1],
        plain=ends["stand-in", "relu"],
        odd=ends["stand-in", "relu-0.5"],
        blind=_with_interval(last.loc[("even-climb", "relu")]),
        shifted=ends["even-climb", "relu-0.5"],
        chance=chance,
        d=tables.value("climbing", "d"),
        gap=both["gap"].abs().max(),
        outside=int(plot.excludes(both, both["w2_at_d"]).sum()),
        points=len(both),
    )


def _with_interval(row: pd.Series) -> str:
    found = f"{row['estimate']:.2f}"
    ends = row["low"], row["high"]
    return f"{found} [{ends[0]:.2f}, {ends[1]:.2f}]" if all(map(math.isfinite, ends)) else found
