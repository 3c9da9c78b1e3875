"""Noise of the first gradient, the sample size from which on it points to the target, and its exponent."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.exponents import SIGNALS, VisibleSamples, late_noise, visible
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting.estimates import estimates, points
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import GREY, Hue, unordered
from feature_learning.plotting.sheet import Sheet, sheet_of
from feature_learning.statistics.intervals import fitted, fitted_logarithm

_LIMIT, _SAME = r"$d \to \infty$ (theorem)", "theory at the same $d$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw noise levels, sample sizes for either k, and their exponents."""
    noise, quadratic, cubic, exponents = figure.panels(2, 2, height=1.9)
    found = {k: visible(tables, k) for k in SIGNALS}
    hue = structure_hue(found[2])
    degrees = unordered("k", {2: "$k = 2$", 3: "$k = 3$"}, after=1)
    noise.set_title("the noise level is of order one")
    predicted = pd.concat([tables.theory(name).assign(k=k) for k, name in SIGNALS.items()])
    means = predicted.groupby(["k", "d"])["noise_level"].mean().reset_index()
    theory(noise, means, "d", "noise_level", degrees)
    levels = pd.concat([late_noise(tables, k) for k in SIGNALS])
    simulation(noise, estimates(levels, "noise_level", ["k", "d"], "log"), "d", degrees)
    noise.set_ylabel("noise level $v$")
    for ax, k in ((quadratic, 2), (cubic, 3)):
        ax.set_title(f"$k = {k}$: " + ("as signal and noise say" if k == 2 else "the same, but below"))
        theory(ax, _rows(found[k], lambda part: part.predicted(part.seen.mean(axis=0))), "d", "estimate", hue)
        simulation(ax, _measured(found[k]), "d", hue)
        ax.set_ylabel("samples $n_{1/2}$")
    for ax in (noise, quadratic, cubic):
        logarithmic(ax)
        ax.margins(x=0.08)
        ax.set_xlabel("dimension $d$")
    _exponents(exponents, tables, found, hue)


def _rows(found: Mapping[str, VisibleSamples], number: Callable[[VisibleSamples], np.ndarray]) -> pd.DataFrame:
    return pd.concat([pd.DataFrame({"structure": name, "d": part.d, "estimate": number(part)}) for name, part in found.items()])


def _measured(found: Mapping[str, VisibleSamples]) -> pd.DataFrame:
    """Return the measured sample sizes, with the intervals of their logarithms."""
    parts = []
    for name, part in found.items():
        sizes = [
            fitted_logarithm(part.seen, lambda mean, at=at, part=part: float(np.log(part.samples(mean)[at])))  # type: ignore[misc]
            for at in range(len(part.d))
        ]
        parts.append(points(sizes, len(part.seen), "sample size", structure=name, d=part.d))
    return pd.concat(parts)


def _exponents(ax: Axes, tables: Tables, found: Mapping[int, Mapping[str, VisibleSamples]], hue: Hue) -> None:
    ax.set_title("the exponents agree")
    names, shift, sheet = list(hue.names), 0, sheet_of(ax)
    ticks = []
    for k, parts in found.items():
        at = {name: float(shift + number) for number, name in enumerate(names)}
        limits = tables.theory(SIGNALS[k]).groupby("structure")["exponent"].first()
        marks = {_LIMIT: [float(limits[name]) for name in names]}
        marks[_SAME] = [parts[name].predicted_exponent(parts[name].seen.mean(axis=0)) for name in names]
        for (label, values), colour, width in zip(marks.items(), (GREY, "black"), (0.42, 0.3), strict=True):
            x = np.array(list(at.values()))
            ax.hlines(values, x - width, x + width, color=colour, zorder=1.5)
            sheet.record(ax, label, "guide" if colour == GREY else "theory", x=x, y=np.array(values))
        intervals = [fitted(parts[name].seen, parts[name].exponent) for name in names]
        table = points(intervals, len(parts[names[0]].seen), "fitted exponent", structure=names, place=list(at.values()))
        simulation(ax, table, "place", hue)
        ticks.append(shift + (len(names) - 1) / 2)
        shift += len(names) + 1
    for label, colour in ((_LIMIT, GREY), (_SAME, "black")):
        sheet.name(Entry(ax, label, "theory", colour))
    ax.set_xticks(ticks, [f"$k = {k}$" for k in found])
    ax.set_xlabel("degree, by structure")
    ax.set_ylabel(r"exponent of $n_{1/2}$")
