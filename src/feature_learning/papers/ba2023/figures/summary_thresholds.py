"""The exponents of the spike that is needed: in the limit, predicted at finite d, and measured."""

import math

from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.half_points import Rise, alignment_rise, kernel_rise, predicted_exponent
from feature_learning.plotting.overlay import estimates, letter
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_FAR = 1e6


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both methods' exponents against the degree."""
    axes = figure.panels(1, 2, height=2.5)
    panels = (
        (axes[0], "kernel ridge regression", {f"he{j}": kernel_rise(tables, f"he{j}") for j in (1, 2, 3)}, "kernel_half", "target"),
        (axes[1], "one gradient step", {f"he{k}": alignment_rise(tables, f"he{k}") for k in (2, 3)}, "alignment_half", "link"),
    )
    for ax, title, rises, experiment, column in panels:
        ax.set_title(title)
        degrees = [int(name[2:]) for name in rises]
        _limit(ax, [1, 2, 3])
        _predicted(ax, tables, rises, experiment, column)
        found = [fitted(rise.curves, rise.exponent) for rise in rises.values()]
        estimates(ax, [float(degree) for degree in degrees], found, label="simulation", series=0)
        ax.set_xticks([1, 2, 3])
        ax.set_xlim(0.5, 3.5)
        ax.set_ylim(-0.2, 1.5)
        ax.legend(loc="upper left")
    axes[0].set_ylabel("exponent of $d$")
    axes[0].set_xlabel("degree $j$ of the target")
    axes[1].set_xlabel("information exponent $k$ of the target")
    letter(axes)


def _limit(ax: Axes, degrees: list[int]) -> None:
    for number, degree in enumerate(degrees):
        _level(ax, degree, 1 - 1 / degree, "0.6", "limit" if number == 0 else f"_limit, {degree}", "-")


def _predicted(ax: Axes, tables: Tables, rises: dict[str, Rise], experiment: str, column: str) -> None:
    """Draw the formula's exponents over the simulated d and at very large d."""
    for number, (name, rise) in enumerate(rises.items()):
        frame = tables.theory(experiment, **{column: name})
        for low, high, dash, what in ((rise.d.min(), rise.d.max(), "-", "simulated $d$"), (_FAR, math.inf, ":", r"$d \geq 10^6$")):
            exponent = predicted_exponent(frame, float(low), float(high))
            _level(ax, int(name[2:]), exponent, "black", f"theory, {what}" if number == 0 else f"_theory, {name}, {what}", dash)


def _level(ax: Axes, degree: int, value: float, color: str, label: str, dash: str) -> None:
    ax.plot(
        [degree - 0.3, degree + 0.3], [value, value], color=color, linestyle=dash, label=label, linewidth=3 if color != "black" else 1.2
    )
    figure = ax.figure
    assert isinstance(figure, Sheet)
    figure.record(ax, label, "theory", x=[degree], y=[value])
