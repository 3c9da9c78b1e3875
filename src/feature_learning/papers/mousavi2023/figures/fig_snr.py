"""The sample size from which on the first gradient points to the target, and its exponent in d."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.gridspec import SubplotSpec

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.hues import structure_hue
from feature_learning.papers.mousavi2023.model import Structure
from feature_learning.papers.mousavi2023.quantities import (
    needed_samples,
    visible_over_needed,
    visible_samples,
)
from feature_learning.papers.mousavi2023.quantities.gradient import SIGNALS
from feature_learning.plotting import Sheet, Tables

_NAMES = {2: "$k = 2$", 3: "$k = 3$"}
_SAME, _LIMIT = "formula, same $d$", r"theorem, $d \to \infty$"
_TICKS = (0.5, 0.6, 0.8, 1, 1.2)
_BETWEEN = 1.2  # rows between the blocks of k = 2 and k = 3


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw measured over predicted sizes, and exponents by structure."""
    *sizes, exponents = figure.hero(2, share=0.56, height=3.6)
    grid = cast(SubplotSpec, sizes[0].get_subplotspec()).get_gridspec()
    rows = grid[0].subgridspec(2, 1)
    for ax, place in zip(sizes, (rows[0], rows[1]), strict=True):
        ax.set_subplotspec(place)
    exponents.set_subplotspec(grid[1].subgridspec(1, 1)[0])
    structures = {k: Structure.in_rows(tables.runs(name)) for k, name in SIGNALS.items()}
    over = pd.concat(visible_over_needed(tables, k).table().assign(k=k) for k in SIGNALS)
    hue = structure_hue(each for own in structures.values() for each in own.values())
    sizes[1].sharey(sizes[0])
    low, high = over["estimate"].min(), over["estimate"].max()
    near = _TICKS[0] < low and high < _TICKS[-1]
    ticks = [tick for tick in _TICKS if low <= tick <= high] if near else None
    for k, ax in zip(SIGNALS, sizes, strict=True):
        part = over[over["k"] == k]
        plot.simulation(ax, part, "d", hue, join=True, bars=False)
        plot.level(ax, 1.0, "as predicted", colour=plot.PREDICTION)
        plot.logarithmic(ax, "x", ticks=sorted(part["d"].unique()))
        plot.logarithmic(ax, "y", ticks=ticks)
        ax.set(title=f"Samples, {_NAMES[k]}", xlabel=f"dimension $d$, {_NAMES[k]}")
        ax.set_ylabel(r"$n_{1/2}$ over predicted")
    figure.entries = []  # the rows of the last panel have the names
    _exponents(exponents, tables, structures, hue)
    ratio = over["estimate"]
    off = ratio.groupby(over["k"])
    figure.say(**{f"least_{k}": low for k, low in off.min().items()})
    figure.say(**{f"most_{k}": high for k, high in off.max().items()})
    last = over["d"] == over.groupby("k")["d"].transform("max")
    closest = ratio[last].groupby(over["k"][last])
    figure.say(**{f"end_{k}": low for k, low in closest.min().items()})
    figure.say(**{f"top_{k}": high for k, high in closest.max().items()})
    reach = over[["low", "high"]].div(ratio, axis=0) - 1
    widths = pd.concat([-reach["low"], reach["high"]])
    outside = int(plot.excludes(over, 1.0).sum())
    figure.say(narrowest=widths.min(), widest=widths.max(), outside=outside, points=len(over))


def _exponents(
    ax: Axes, tables: Tables, structures: Mapping[int, Mapping[str, Structure]], hue: plot.Hue
) -> None:
    """Draw the exponents of either k, next to those of the formula and of the theorem."""
    first, limits, offset = np.nan, [np.nan], 0.0
    rows: np.ndarray = np.zeros(1)
    for number, (k, by_name) in enumerate(structures.items()):
        names = {name: said for name, said in hue.names.items() if name in by_name}
        measured, formula = (
            of(tables, k).exponent("d").table().set_index("structure")
            for of in (visible_samples, needed_samples)
        )
        table = measured.loc[list(names)].reset_index()
        same = formula.loc[list(names), "estimate"].astype(float).to_dict()
        first = first if number else next(iter(same.values()))
        limits = [tables.value(SIGNALS[k], "exponent", structure=name) for name in names]
        rows = offset + np.arange(len(names))
        ax.plot(limits, rows, "d", color=plot.GREY, markersize=4, markeredgewidth=0, zorder=2.5)
        plot.sheet_of(ax).record(ax, _LIMIT, "guide", x=limits, y=rows, of=list(names))
        plot.forest(
            ax,
            table,
            "structure",
            names,
            predicted=same,
            prediction=_SAME,
            beside=False,
            label=_NAMES[k],
            colours=hue.colours,
            offset=offset,
        )
        place: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "va": "center"}
        ax.text(0.98, offset + (len(names) - 1) / 2, _NAMES[k], ha="right", **place)
        offset += len(names) + _BETWEEN
    figure = plot.sheet_of(ax)
    ax.set_ylim(top=-1.3)
    text: dict[str, Any] = {
        "textcoords": "offset points",
        "fontsize": figure.target.smallest,
        "va": "bottom",
    }
    ax.annotate(_SAME, (first, -0.4), (0, 1), ha="center", **text)
    ax.annotate(_LIMIT, (limits[0], rows[0]), (2, 4), ha="right", color="0.42", **text)
    low, high = ax.get_xlim()
    ax.set_xticks([tick for tick in (1, 1.5, 2, 2.5, 3) if low <= tick <= high])
    ax.set(title="Exponent of $n_{1/2}$ in $d$", xlabel="exponent")
