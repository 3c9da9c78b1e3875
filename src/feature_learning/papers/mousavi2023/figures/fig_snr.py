"""Sample size at which a random neuron's gradient shows its signal, and its exponent."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.exponents import NeededSamples
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.overlay import estimates, letter, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted, mean


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw n* for either k, and the exponents."""
    axes = figure.panels(1, 3, height=2.8)
    structures = sorted(tables.runs("signal_to_noise")["structure"].unique())
    degrees = sorted(map(int, tables.runs("signal_to_noise")["k"].unique()))
    found = {k: {name: NeededSamples.of(tables, k, name) for name in structures} for k in degrees}
    for ax, k in zip(axes, degrees, strict=False):
        ax.set_title(f"$k$ = {k}")
        for series, name in enumerate(structures):
            _needed(ax, found[k][name], name, series)
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_xlabel("$d$")
    axes[0].set_ylabel("$n^*$")
    axes[0].legend(loc="upper left", title=r"$(\gamma_1, \gamma_2)$")
    low, high = axes[0].get_ylim()
    axes[0].set_ylim(low, high * 30)
    axes[-1].set_title("exponent")
    for number, k in enumerate(degrees):
        _exponents(axes[-1], tables, found[k], k, number)
    axes[-1].set_xticks(range(len(structures)), [_pair(name) for name in structures], rotation=40, fontsize=7)
    axes[-1].set_xlabel(r"$(\gamma_1, \gamma_2)$")
    axes[-1].set_ylim(0.8, 3.6)
    axes[-1].legend(loc="upper right")
    letter(axes)


def _pair(structure: str) -> str:
    pair = gammas(structure)
    return structure if pair is None else f"({pair[0]:g}, {pair[1]:g})"


def _needed(ax: Axes, found: NeededSamples, structure: str, series: int) -> None:
    level = float(found.levels.mean())
    theory(ax, pd.DataFrame({"d": found.d, "n": found.scale * level}), "d", "n", label=f"_theory, {structure}")
    values = [mean(found.levels[:, i] * found.scale[i]) for i in range(len(found.d))]
    estimates(ax, found.d.tolist(), values, label=_pair(structure), series=series, size=3.5)


def _exponents(ax: Axes, tables: Tables, found: dict[str, NeededSamples], k: int, number: int) -> None:
    predicted = tables.theory("signal_to_noise", k=k)
    for at, (name, part) in enumerate(found.items()):
        limit = float(predicted[predicted["structure"] == name]["exponent"].iloc[0])
        first = number == 0 and at == 0
        _level(ax, at, limit, "0.65", 3.0, "sufficient, $d \\to \\infty$" if first else f"_sufficient, {k}, {name}")
        _level(ax, at, part.predicted, "black", 1.2, "theory, same $d$" if first else f"_theory, {k}, {name}")
    values = [fitted(part.levels, part.exponent) for part in found.values()]
    estimates(ax, np.arange(len(found), dtype=float).tolist(), values, label=f"$k$ = {k}", series=number, size=3.5)


def _level(ax: Axes, at: int, value: float, color: str, width: float, label: str) -> None:
    ax.plot([at - 0.35, at + 0.35], [value, value], color=color, linewidth=width, label=label, zorder=2)
    figure = ax.figure
    assert isinstance(figure, Sheet)
    figure.record(ax, label, "theory", x=[at], y=[value])
