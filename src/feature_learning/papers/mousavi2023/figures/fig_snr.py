"""The sample size from which on the first gradient points to the target, and its exponent in d."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.gridspec import SubplotSpec

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.experiments.first_gradient import needed
from feature_learning.papers.mousavi2023.hues import structure_hue
from feature_learning.papers.mousavi2023.model import Structure
from feature_learning.papers.mousavi2023.quantities.gradient import LATE, SIGNALS, VISIBLE
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_seed, crossing, fitted, fitted_logarithm, loglog_slope

_NAMES = {2: "$k = 2$", 3: "$k = 3$"}
_SAME, _LIMIT = "formula, same $d$", r"theorem, $d \to \infty$"
_TICKS = (0.5, 0.6, 0.8, 1, 1.2)
_BETWEEN = 1.2  # rows between the blocks of k = 2 and k = 3


@dataclass(frozen=True)
class VisibleSamples:
    """The sample size from which on the first gradient points to the target, for one structure.

    Attributes
    ----------
    d : (sizes,)
    sizes : one array of n for each d
    seen : (seeds, columns)
        For each d the cosine at every n, then the noise level.
    scale : (sizes,)
        The predicted sample size at noise level 1.
    """

    d: np.ndarray
    sizes: list[np.ndarray]
    seen: np.ndarray
    scale: np.ndarray

    @classmethod
    def of(cls, tables: Tables, k: int, structure: Structure) -> VisibleSamples:
        """Read one structure's runs."""
        dimensions, sizes, columns = tables.values(SIGNALS[k], "d"), [], []
        for d in dimensions:
            runs = tables.runs(SIGNALS[k], structure=structure.name, d=d)
            cosines, levels = (by_seed(runs, name, "n") for name in ("cosine", "noise_level"))
            sizes.append(cosines.columns.to_numpy(dtype=float))
            late = levels.to_numpy()[:, -LATE:].mean(axis=1, keepdims=True)
            columns += [cosines.to_numpy(), late]
        bias = tables.value(SIGNALS[k], "bias")
        scale = np.array([needed(d, k, bias, structure, 1.0) for d in dimensions])
        return cls(np.array(dimensions, dtype=float), sizes, np.hstack(columns), scale)

    def _by_d(self, mean: np.ndarray) -> list[np.ndarray]:
        """Return the columns of each d."""
        return np.split(mean, np.cumsum([len(sizes) + 1 for sizes in self.sizes])[:-1])

    def samples(self, mean: np.ndarray) -> np.ndarray:
        """Return the n at which the mean cosine is 1/2, linear in ln n, at each d; NaN where it is
        not reached.
        """
        parts = zip(self.sizes, self._by_d(mean), strict=True)
        return np.array([crossing(sizes, part[:-1], VISIBLE) for sizes, part in parts])

    def predicted(self, mean: np.ndarray) -> np.ndarray:
        """Return ``d v/(3 S^2)`` with the mean measured noise level v, at each d."""
        return self.scale * np.array([part[-1] for part in self._by_d(mean)])

    def exponent(self, mean: np.ndarray) -> float:
        """Return the exponent in d of the measured sample size."""
        return loglog_slope(self.d, self.samples(mean))

    def predicted_exponent(self, mean: np.ndarray) -> float:
        """Return the exponent in d of the predicted one."""
        return loglog_slope(self.d, self.predicted(mean))


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw measured over predicted sizes, and exponents by structure."""
    *sizes, exponents = figure.hero(2, share=0.56, height=3.6)
    grid = cast(SubplotSpec, sizes[0].get_subplotspec()).get_gridspec()
    rows = grid[0].subgridspec(2, 1)
    for ax, place in zip(sizes, (rows[0], rows[1]), strict=True):
        ax.set_subplotspec(place)
    exponents.set_subplotspec(grid[1].subgridspec(1, 1)[0])
    structures = {k: Structure.in_rows(tables.runs(name)) for k, name in SIGNALS.items()}
    parts = {
        k: {name: VisibleSamples.of(tables, k, own[name]) for name in sorted(own)}
        for k, own in structures.items()
    }
    measured = pd.concat(
        _measured(part).assign(k=k, structure=name)
        for k, by_name in parts.items()
        for name, part in by_name.items()
    )
    ends = ["estimate", "low", "high"]
    over = measured.assign(**measured[ends].div(measured["predicted"], axis=0))
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
    _exponents(exponents, tables, parts, hue)
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


def _measured(part: VisibleSamples) -> pd.DataFrame:
    """Return the measured sample sizes, with the intervals of their logarithms."""

    def log_samples(place: int, mean: np.ndarray) -> float:
        return float(np.log(part.samples(mean)[place]))

    places = range(len(part.d))
    sizes = [fitted_logarithm(part.seen, partial(log_samples, place)) for place in places]
    predicted = part.predicted(part.seen.mean(axis=0))
    return plot.points(sizes, len(part.seen), "sample size", d=part.d, predicted=predicted)


def _exponents(
    ax: Axes, tables: Tables, parts: Mapping[int, Mapping[str, VisibleSamples]], hue: plot.Hue
) -> None:
    """Draw the exponents of either k, next to those of the formula and of the theorem."""
    first, limits, offset = np.nan, [np.nan], 0.0
    rows: np.ndarray = np.zeros(1)
    for number, (k, by_name) in enumerate(parts.items()):
        names = {name: said for name, said in hue.names.items() if name in by_name}
        of_k = [by_name[name] for name in names]
        table = plot.points(
            [fitted(part.seen, part.exponent) for part in of_k],
            len(of_k[0].seen),
            "fitted exponent",
            structure=list(names),
        )
        same = [part.predicted_exponent(part.seen.mean(axis=0)) for part in of_k]
        first = first if number else same[0]
        limits = [tables.value(SIGNALS[k], "exponent", structure=name) for name in names]
        rows = offset + np.arange(len(names))
        ax.plot(limits, rows, "d", color=plot.GREY, markersize=4, markeredgewidth=0, zorder=2.5)
        plot.sheet_of(ax).record(ax, _LIMIT, "guide", x=limits, y=rows, of=list(names))
        plot.forest(
            ax,
            table,
            "structure",
            names,
            predicted=dict(zip(names, same, strict=True)),
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
