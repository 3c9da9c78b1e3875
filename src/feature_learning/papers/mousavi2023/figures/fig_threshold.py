"""The exponent in d of the samples from which a third of the runs find the direction."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.papers.mousavi2023.shared.thresholds import Thresholds
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_SHOWN, _D = (ISOTROPIC, Structure(0.25, 0.4), Structure(0.0, 0.9)), 128
_NAMES = dict(
    zip(
        (each.name for each in _SHOWN),
        ("no spike", r"$\gamma_2 = 0.4$", r"$\gamma_2 = 0.9$"),
        strict=True,
    )
)
_ORDER = "order $d$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw exponents by structure beside those of the theorem, and shares of aligned runs."""
    exponents, shares = figure.hero(1)
    runs = tables.runs("overlap")
    thresholds = Thresholds.of(runs)
    _exponents(exponents, tables, thresholds, Structure.in_rows(runs).values())
    d, hue = min(_D, runs["d"].max()), structure_hue(_SHOWN)
    shown = by_run(runs[(runs["d"] == d) & runs["structure"].isin(hue.names)])
    aligned = plot.estimates(shown, "aligned", ["structure", "ratio"], "fraction")
    plot.simulation(shares, aligned, "ratio", replace(hue, names=_NAMES), join=True, ends=True)
    plot.level(shares, 1 / 3, "a third", at=0.02)
    plot.logarithmic(shares, "x", ticks=[4, 8, 16, 32])
    shares.set(
        title=f"$d = {d}$",
        xlabel="samples per dimension $n/d$",
        ylabel=r"share with $|\omega| > 1/2$",
    )
    place, strong = int(np.argmin(np.abs(thresholds.d - d))), Structure(0.0, 0.9).name

    def gain(mean: np.ndarray) -> float:
        needed = thresholds.log_needed(mean)[:, place]
        return float(needed[thresholds.place(ISOTROPIC.name)] - needed[thresholds.place(strong)])

    figure.say(gain=np.exp(gain(thresholds.shares.mean(axis=0))), d=d)


def _exponents(
    ax: Axes, tables: Tables, thresholds: Thresholds, structures: Iterable[Structure]
) -> None:
    """Draw the threshold's exponent in d by structure, beside what the theorem asks for."""

    def slope(structure: int, mean: np.ndarray) -> float:
        return float(thresholds.slopes(mean)[structure])

    hue, shown = structure_hue(structures), structure_hue(_SHOWN).colours
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
        prediction="sufficient (theorem)",
        colours={name: shown.get(name, plot.GREY) for name in names},
    )
    ax.axvline(1.0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    plot.sheet_of(ax).record(ax, _ORDER, "guide", x=[1.0], y=[np.nan])
    size = plot.sheet_of(ax).target.smallest
    place = ax.get_xaxis_transform()
    ax.annotate(
        _ORDER,
        (1.0, 0.0),
        (2, 2),
        xycoords=place,
        textcoords="offset points",
        fontsize=size,
        color="0.42",
        va="bottom",
    )
    ax.set(title="Learned from $n$ of order $d$", xlabel="exponent of the samples $n$ in $d$")
