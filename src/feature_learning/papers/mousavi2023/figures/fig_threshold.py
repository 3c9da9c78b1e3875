"""The exponent in d of the samples from which a third of the runs find the direction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.hues import structure_hue
from feature_learning.papers.mousavi2023.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.quantities.flow import reached
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, fitted

_GAINS = (Structure(0.0, 0.9), Structure(0.25, 0.4))
_ORDER, _BOUND = "order $d$", "sufficient (theorem)"
_TOP = -0.45  # of the rows, under the names of line and ticks


@dataclass(frozen=True)
class Thresholds:
    """Shares of aligned runs against n/d, for several structures and d.

    Attributes
    ----------
    structures, d, ratios
        What the shares are of.
    shares : (seeds, structures x d x ratios)
        Each seed's share over its replicas; ratios fastest, structures slowest. Nested samples stay
        together.
    """

    structures: tuple[str, ...]
    d: np.ndarray
    ratios: np.ndarray
    shares: np.ndarray

    @classmethod
    def of(cls, runs: pd.DataFrame) -> Thresholds:
        """Read the runs of ``overlap``."""
        structures = tuple(dict.fromkeys(runs["structure"]))
        d, ratios = (sorted(runs[name].unique()) for name in ("d", "ratio"))
        shares = runs.pivot_table(
            index="seed", columns=["structure", "d", "ratio"], values="aligned", aggfunc="mean"
        )
        columns = pd.MultiIndex.from_product([structures, d, ratios])
        return cls(
            structures,
            np.array(d, dtype=float),
            np.array(ratios, dtype=float),
            shares[columns].to_numpy(dtype=float),
        )

    def log_needed(self, mean: np.ndarray) -> np.ndarray:
        """Return ln n at which a third of the runs are aligned, (structures, d); NaN where that
        is not reached.

        Parameters
        ----------
        mean : (structures x d x ratios,)
            Mean shares.
        """
        shape = len(self.structures), len(self.d), len(self.ratios)
        needed = [
            reached(d * self.ratios, curve)
            for rows in mean.reshape(shape)
            for d, curve in zip(self.d, rows, strict=True)
        ]
        return np.log(needed).reshape(shape[:2])

    def slopes(self, mean: np.ndarray) -> np.ndarray:
        """Return the exponent of the threshold in d, (structures,)."""
        log_d = np.log(self.d) - np.log(self.d).mean()
        return np.asarray(self.log_needed(mean) @ log_d / (log_d @ log_d))

    def place(self, structure: str) -> int:
        """Return the number of a structure."""
        return self.structures.index(structure)

    def interval(self, number: Callable[[np.ndarray], float]) -> Interval:
        """Return the interval over seeds of a number that is a function of the mean shares."""
        return fitted(self.shares, number)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw exponents by structure next to those of the theorem, and what two spikes save."""
    exponents, gains = figure.hero(1, share=0.58, height=2.6)
    runs = tables.runs("overlap")
    thresholds = Thresholds.of(runs)
    structures = Structure.in_rows(runs).values()
    _exponents(exponents, tables, thresholds, structures)
    _gains(gains, thresholds, structures)
    pooled = thresholds.interval(lambda mean: float(np.nanmean(thresholds.slopes(mean))))
    sizes = sorted(runs["d"].unique())
    figure.say(pooled=pooled.estimate, low=pooled.low, high=pooled.high)
    figure.say(smallest=sizes[0], largest=sizes[-1], count=len(thresholds.structures))


def _gains(ax: Axes, thresholds: Thresholds, structures: Iterable[Structure]) -> None:
    """Draw by which factor two spikes lower the samples, against d."""
    hue = structure_hue(structures)
    shown = [each.name for each in _GAINS if each.name in thresholds.structures]
    names = {each.name: "$({:g}, {:g})$".format(*each.exponents) for each in _GAINS}
    own = replace(
        hue,
        names={name: names[name] for name in shown},
        colours={name: hue.colours[name] for name in shown},
    )

    def gain(structure: str, place: int, mean: np.ndarray) -> float:
        needed = thresholds.log_needed(mean)[:, place]
        saved = needed[thresholds.place(ISOTROPIC.name)] - needed[thresholds.place(structure)]
        return float(np.exp(saved))

    tables = []
    for name in shown:
        found = [
            thresholds.interval(partial(gain, name, place)) for place in range(len(thresholds.d))
        ]
        seeds = len(thresholds.shares)
        at = {"d": thresholds.d.tolist(), "structure": name}
        tables.append(plot.points(found, seeds, "fitted ratio", **at))
    table = pd.concat(tables).dropna(subset="estimate")
    plot.simulation(ax, table, "d", own, join=True, ends=True)
    plot.level(ax, 1.0, "no gain")
    plot.logarithmic(ax, "x", ticks=thresholds.d)
    plot.logarithmic(ax, "y", ticks=[0.5, 1, 2, 4, 8])
    ax.set(
        title=r"What a spike $(\gamma_1, \gamma_2)$ saves",
        xlabel="dimension $d$",
        ylabel="samples, without over with",
    )
    strong, weak = (table[table["structure"] == each.name] for each in _GAINS)
    plot.sheet_of(ax).say(
        least=strong["estimate"].min(),
        most=strong["estimate"].max(),
        weak_least=weak["estimate"].min(),
        weak_most=weak["estimate"].max(),
        weak_none=int((weak["low"] < 1).sum()),
        weak_all=len(weak),
    )


def _exponents(
    ax: Axes, tables: Tables, thresholds: Thresholds, structures: Iterable[Structure]
) -> None:
    """Draw the threshold's exponent in d by structure, next to what the theorem requires."""

    def slope(structure: int, mean: np.ndarray) -> float:
        return float(thresholds.slopes(mean)[structure])

    hue = structure_hue(structures)
    names = {name: hue.names[name] for name in hue.names if name in thresholds.structures}
    slopes = [thresholds.interval(partial(slope, thresholds.place(name))) for name in names]
    table = plot.points(slopes, len(thresholds.shares), "fitted exponent", structure=list(names))
    bounds = {name: tables.value("overlap", "exponent", structure=name) for name in names}
    plot.forest(
        ax,
        table,
        "structure",
        names,
        predicted=bounds,
        prediction=_BOUND,
        beside=False,
        colours=hue.colours,
    )
    plot.sheet_of(ax).record(ax, _ORDER, "guide", x=[1.0], y=[np.nan])
    first, size = next(iter(bounds.values())), plot.sheet_of(ax).target.smallest
    for name, x, colour in ((_ORDER, 1.0, "0.42"), (_BOUND, first, plot.PREDICTION)):
        label = ax.annotate(name, (x, _TOP), (0, 1), textcoords="offset points", fontsize=size)
        label.set(color=colour, va="bottom", ha="center")
    # A bar that decides nothing would squeeze the others.
    cut = np.flatnonzero(table["low"].to_numpy(dtype=float) < 0)
    for row, name in zip(cut, table["structure"].iloc[cut], strict=True):
        ax.plot([0], [row], "<", color=hue.colours[name], markersize=3, clip_on=False)
    lowest, _ = ax.get_ylim()
    ax.vlines(1.0, _TOP, lowest, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.set_ylim(lowest, -1.1)
    ax.set_xlim(0.0, 1.1 * max(3.0, *bounds.values()))
    ax.set(title="Learned from $n$ of order $d$", xlabel="exponent of the samples $n$ in $d$")
