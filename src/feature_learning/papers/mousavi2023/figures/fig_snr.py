"""Noise of the first gradient, the sample size from which on it points to the target, and its
exponent.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.exponents import (
    LATE,
    SIGNALS,
    VisibleSamples,
    visible,
)
from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import fitted, fitted_logarithm

_LIMIT, _SAME = r"$d \to \infty$ (theorem)", "theory at the same $d$"
_TITLES = {2: "$k = 2$: as signal and noise say", 3: "$k = 3$: the same, but below"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw noise levels, sample sizes for either k, and their exponents."""
    noise, quadratic, cubic, exponents = figure.panels(2, 2, height=1.9)
    parts = {k: visible(tables, k) for k in SIGNALS}
    hue = structure_hue(Structure.in_rows(tables.runs(SIGNALS[2])).values())
    degrees = plot.unordered("k", {2: "$k = 2$", 3: "$k = 3$"}, after=1)
    law = pd.concat([tables.theory(name).assign(k=k) for k, name in SIGNALS.items()])
    means = law.groupby(["k", "d"])["noise_level"].mean().reset_index()
    plot.theory(noise, means, "d", "noise_level", degrees)
    levels = pd.concat([_late_noise(tables, k) for k in SIGNALS])
    plot.simulation(noise, plot.estimates(levels, "noise_level", ["k", "d"], "log"), "d", degrees)
    noise.set(title="the noise level is of order one", ylabel="noise level $v$")
    for ax, k in ((quadratic, 2), (cubic, 3)):
        predicted = pd.concat([_predicted(*item) for item in parts[k].items()])
        measured = pd.concat([_measured(*item) for item in parts[k].items()])
        plot.theory(ax, predicted, "d", "estimate", hue)
        plot.simulation(ax, measured, "d", hue)
        ax.set(title=_TITLES[k], ylabel="samples $n_{1/2}$")
    for ax in (noise, quadratic, cubic):
        plot.logarithmic(ax)
        ax.margins(x=0.08)
        ax.set(xlabel="dimension $d$")
    _exponents(exponents, tables, parts, hue)


def _late_noise(tables: Tables, k: int) -> pd.DataFrame:
    """Return each seed's noise level at every d, the mean over structures and the last doublings of
    n.
    """
    runs = tables.runs(SIGNALS[k])
    runs = runs[runs["n"] * 2**LATE > runs.groupby("d")["n"].transform("max")]
    return runs.groupby(["seed", "d"], as_index=False)["noise_level"].mean().assign(k=k)


def _predicted(structure: str, part: VisibleSamples) -> pd.DataFrame:
    sizes = part.predicted(part.seen.mean(axis=0))
    return pd.DataFrame({"structure": structure, "d": part.d, "estimate": sizes})


def _measured(structure: str, part: VisibleSamples) -> pd.DataFrame:
    """Return the measured sample sizes, with the intervals of their logarithms."""

    def log_samples(place: int, mean: np.ndarray) -> float:
        return float(np.log(part.samples(mean)[place]))

    places = range(len(part.d))
    sizes = [fitted_logarithm(part.seen, partial(log_samples, place)) for place in places]
    return plot.points(sizes, len(part.seen), "sample size", structure=structure, d=part.d)


def _exponents(
    ax: Axes, tables: Tables, parts: Mapping[int, Mapping[str, VisibleSamples]], hue: plot.Hue
) -> None:
    names, sheet, ticks = list(hue.names), plot.sheet_of(ax), []
    for number, (k, by_name) in enumerate(parts.items()):
        place = number * (len(names) + 1) + np.arange(len(names), dtype=float)
        of_k = [by_name[name] for name in names]
        limits = [tables.value(SIGNALS[k], "exponent", structure=name) for name in names]
        same = [part.predicted_exponent(part.seen.mean(axis=0)) for part in of_k]
        ax.hlines(limits, place - 0.42, place + 0.42, color=plot.GREY, zorder=1.5)
        ax.hlines(same, place - 0.3, place + 0.3, color="black", zorder=1.5)
        sheet.record(ax, _LIMIT, "guide", x=place, y=limits)
        sheet.record(ax, _SAME, "theory", x=place, y=same)
        rows = plot.points(
            [fitted(part.seen, part.exponent) for part in of_k],
            len(of_k[0].seen),
            "fitted exponent",
            structure=names,
            place=place,
        )
        plot.simulation(ax, rows, "place", hue)
        ticks.append(place.mean())
    for label, colour in ((_LIMIT, plot.GREY), (_SAME, "black")):
        sheet.name(plot.Entry(ax, label, "theory", colour))
    ax.set_xticks(ticks, [f"$k = {k}$" for k in parts])
    ax.set(
        title="the exponents agree", xlabel="degree, by structure", ylabel=r"exponent of $n_{1/2}$"
    )
