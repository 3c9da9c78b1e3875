"""The authors' spheres: what each step learns of four targets, with the measured strengths."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023 import targets
from feature_learning.papers.dandi2023.panels import arrow, axis, span
from feature_learning.plotting import Sheet, Tables
from feature_learning.theory.learned_subspaces import learned_subspaces

_TARGETS = {
    "sphere-none": "$f^* = z_1^2 + z_2^2 + z_1 z_2 z_3$",
    "sphere-first": "$f^* = z_1 + g(z_1) z_2^2 + g(z_2) z_3$",
    "sphere-each": "$f^* = z_1 + g(z_1) z_2 + g(z_2) z_3$",
    "sphere-both": "$f^* = z_1 + g(z_1) z_2 + h(z_1) z_3$",
}
_NAMES = {1: "$e_1$", 2: "$e_2$", 3: "$e_3$"}
_PLACES = {1: -0.68, 2: 0.0, 3: 0.68}  # of the strengths, below a sphere
_NAMED, _WRITTEN, _TIME, _LOW = -1.22, -1.52, -1.75, -1.68  # heights, and the lower edge
_AXES = {1: (0.5, 0.13), 2: (0.0, -0.46), 3: (0.22, 0.62)}  # where their names stand


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw a sphere for each target and step, with the space that theory says is learned, and the
    measured strength of each direction beneath it.
    """
    times = [0, *tables.values("spheres", "time")]
    d = tables.values("spheres", "d")[-1]
    runs, law = tables.runs("spheres", d=d), tables.theory("spheres", d=d)
    gaps, chance = [], 0.0
    for (target, formula), cells in zip(_TARGETS.items(), _blocks(figure, times), strict=True):
        known = learned_subspaces(targets.target(target, 3), max(times))
        _formula(cells, formula)
        for time, ax in zip(times, cells, strict=True):
            space = known[time - 1] if time else np.zeros((3, 0))
            learned = [k for k in _NAMES if np.linalg.norm(space[k - 1]) > 0.5]
            span(ax, len(learned))
            ax.set_ylim(_LOW, 1.03)
            if not time:
                continue
            own = runs[(runs["target"] == target) & (runs["time"] == time)]
            expected = law[(law["target"] == target) & (law["time"] == time)].iloc[0]
            for k in _NAMES:
                found = plot.estimates(own, f"w{k}", ["d"])
                predicted = float(expected[f"w{k}"])
                _strength(ax, k, found, predicted if k in learned else None)
                estimate = float(found["estimate"].iloc[0])
                if k in learned:
                    gaps.append(abs(estimate / predicted - 1))
                else:
                    chance = max(chance, estimate)
        if target in ("sphere-each", "sphere-both"):
            _times(cells, times)
        if target == "sphere-none":
            _directions(cells[0])
    figure.say(d=d, gap=max(gaps), most=chance, chance=d**-0.5, seeds=runs["seed"].nunique())


def _blocks(figure: Sheet, times: list[int]) -> Iterator[list[Axes]]:
    """Yield the cells of each target: two by two, as in the original."""
    figure.set_size_inches(figure.target.page, 2.5 * figure.target.type)
    grid = figure.add_gridspec(2, 2, wspace=0.06)
    for number in range(4):
        cells = list(grid[number].subgridspec(1, len(times), wspace=0).subplots(squeeze=False)[0])
        for time, ax in zip(times, cells, strict=True):
            figure.framed[ax] = (cells[0], f"$T = {time}$")
        yield cells


def _formula(cells: list[Axes], formula: str) -> None:
    """Write a target above the middle of its spheres; the letter at the left has the room."""
    place: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points"}
    above = (0, 4 * plot.sheet_of(cells[0]).target.type)
    look: dict[str, Any] = {"ha": "center", "va": "bottom", "annotation_clip": False}
    cells[0].annotate(formula, (len(cells) / 2, 1), above, **place, **look).set_in_layout(False)


def _strength(ax: Axes, k: int, found: pd.DataFrame, expected: float | None) -> None:
    """Write a measured strength below the name of its direction, dark where it is learned."""
    row, sheet = found.iloc[0], plot.sheet_of(ax)
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": sheet.target.smallest}
    colour = "black" if expected is not None else "0.45"
    for height, text in ((_NAMED, _NAMES[k]), (_WRITTEN, f"{row['estimate']:.2f}")):
        ax.annotate(text, (_PLACES[k], height), color=colour, **look)
    columns = {name: [row[name]] for name in ("low", "high", "seeds", "diverged", "kind")}
    sheet.record(ax, _NAMES[k], "simulation", x=[k], y=[row["estimate"]], **columns)
    if expected is not None:
        sheet.record(ax, "theory", "theory", x=[k], y=[expected])


def _times(cells: list[Axes], times: list[int]) -> None:
    """Draw the arrow of time below the spheres, and its names."""
    first, last = cells[0].transData, cells[-1].transData
    look: dict[str, Any] = {
        "arrowstyle": "-|>",
        "color": "black",
        "linewidth": 1.0,
        "mutation_scale": 7,
    }
    cells[0].annotate(
        "", (1.03, _TIME), (-1.03, _TIME), last, first, arrowprops=look, annotation_clip=False
    ).set_in_layout(False)
    below: dict[str, Any] = {
        "xytext": (0, -4 * plot.sheet_of(cells[0]).target.type),
        "ha": "center",
        "va": "top",
    }
    for time, ax in zip(times, cells, strict=True):
        ax.annotate(
            f"$T = {time}$", (0, _TIME), textcoords="offset points", annotation_clip=False, **below
        )


def _directions(ax: Axes) -> None:
    """Name the directions in a sphere that has learned none of them."""
    small = plot.sheet_of(ax).target.smallest
    for k, place in _AXES.items():
        arrow(ax, axis(k), "0.35", width=0.5)
        ax.annotate(_NAMES[k], place, ha="center", va="center", fontsize=small, color="0.2")
