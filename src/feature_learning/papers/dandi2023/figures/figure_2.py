"""The authors' spheres: what each step learns of four targets, with the measured strengths."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.spheres import span, sphere
from feature_learning.plotting import Sheet, Tables
from feature_learning.theory.learned_subspaces import learned_subspaces

_ROWS = {
    "sphere-none": "$z_1^2 + z_2^2$\n$+ z_1 z_2 z_3$",
    "sphere-first": "$z_1 + g(z_1) z_2^2$\n$+ g(z_2) z_3$",
    "sphere-each": "$z_1 + g(z_1) z_2$\n$+ g(z_2) z_3$",
    "sphere-both": "$z_1 + g(z_1) z_2$\n$+ h(z_1) z_3$",
}
_NAMES = {1: "$e_1$", 2: "$e_2$", 3: "$e_3$"}
_TINT, _DARK = "#cfe8cf", "#1d5c2b"
_PLACES = {1: 1.65, 2: 2.25, 3: 2.85}  # of the bars
_BAR, _HIGH, _FLOOR = 0.4, 1.8, -0.85  # their width, the height of 1, and where they stand


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a sphere for each target and step, with the space that theory says is learned, and bars
    for the measured strength of each direction.
    """
    times = [0, *tables.values("spheres", "time")]
    rows, _ = plot.frames(
        figure, [f"$T = {time}$" for time in times], rows=list(_ROWS.values()), below=0, height=0.95
    )
    d = tables.values("spheres", "d")[-1]
    runs, law = tables.runs("spheres", d=d), tables.theory("spheres", d=d)
    gaps, chance = [], 0.0
    for target, cells in zip(_ROWS, rows, strict=True):
        known = learned_subspaces(model.target(target, 3), max(times))
        for time, ax in zip(times, cells, strict=True):
            space = known[time - 1] if time else np.zeros((3, 0))
            learned = [k for k in _NAMES if np.linalg.norm(space[k - 1]) > 0.5]
            _sphere(ax, learned)
            _frame(ax, named=target == "sphere-none" and time == 0)
            if not time:
                continue
            own = runs[(runs["target"] == target) & (runs["time"] == time)]
            expected = law[(law["target"] == target) & (law["time"] == time)].iloc[0]
            for k in _NAMES:
                found = plot.estimates(own, f"w{k}", ["d"])
                _bar(ax, k, found, float(expected[f"w{k}"]) if k in learned else None)
                estimate = float(found["estimate"].iloc[0])
                if k in learned:
                    gaps.append(abs(estimate / float(expected[f"w{k}"]) - 1))
                else:
                    chance = max(chance, estimate)
    figure.say(d=d, gap=max(gaps), most=chance, chance=d**-0.5, seeds=runs["seed"].nunique())


def _sphere(ax: Axes, learned: list[int]) -> None:
    sphere(ax, "0.35")
    span(ax, learned, _TINT, _DARK)
    ax.set(xlim=(-1.1, 3.2), ylim=(-1.3, 1.1))


def _frame(ax: Axes, *, named: bool) -> None:
    """Draw the levels 0 and 1 of the bars, and their names below."""
    ends = (_PLACES[1] - 0.35, _PLACES[3] + 0.35)
    for height in (0, _HIGH):
        ax.plot(ends, [_FLOOR + height] * 2, color="0.7", linewidth=0.5, zorder=1)
    small: dict[str, Any] = {"fontsize": plot.sheet_of(ax).target.smallest, "va": "center"}
    if named:
        for value in (0, 1):
            place = (ends[0] - 0.08, _FLOOR + value * _HIGH)
            ax.annotate(str(value), place, ha="right", color="0.3", **small)
    for k, name in _NAMES.items():
        ax.annotate(name, (_PLACES[k], _FLOOR - 0.26), ha="center", color="0.2", **small)


def _bar(ax: Axes, k: int, found: pd.DataFrame, expected: float | None) -> None:
    """Draw a measured strength, with the prediction as a tick where there is one."""
    row = found.iloc[0]
    corner = (_PLACES[k] - _BAR / 2, _FLOOR)
    look: dict[str, Any] = {"facecolor": plot.BLUE, "linewidth": 0, "zorder": 2}
    ax.add_patch(Rectangle(corner, _BAR, _HIGH * row["estimate"], **look))
    sheet = plot.sheet_of(ax)
    columns = {name: [row[name]] for name in ("low", "high", "seeds", "diverged", "kind")}
    sheet.record(ax, _NAMES[k], "simulation", x=[k], y=[row["estimate"]], **columns)
    if expected is not None:
        ends = [_PLACES[k] - 0.8 * _BAR, _PLACES[k] + 0.8 * _BAR]
        height, width = _FLOOR + _HIGH * expected, mpl.rcParams["lines.linewidth"]
        ax.plot(ends, [height] * 2, color=plot.PREDICTION, linewidth=width, zorder=3)
        sheet.record(ax, "theory", "theory", x=[k], y=[expected])
