"""One step."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, SERIES, guide, letter, simulation
from feature_learning.plotting.sheet import Sheet

_LINES = {"example-1": (1.0, 1.0), "example-2": (1.0, 1.0), "notebook-1": (2.0, 0.5)}
_TITLES = {
    "example-1": r"$z_1+z_2+H_2(z_1)-H_2(z_2)$",
    "example-2": r"$z_1+z_2+H_2(z_1)+H_2(z_2)$",
    "notebook-1": r"$(4z_1+z_1^2+z_2)/2$",
}


def _plane(figure: Sheet, ax: Axes, first: np.ndarray, second: np.ndarray, d: int) -> None:
    angle = np.linspace(0, 2 * np.pi, 200)
    ax.plot(np.cos(angle), np.sin(angle), **REFERENCE)
    ax.plot(2 * np.cos(angle) / d**0.5, 2 * np.sin(angle) / d**0.5, linestyle=":", **REFERENCE)
    ax.plot(first, second, linestyle="none", marker="o", markersize=3, markerfacecolor="white", color=SERIES[0][0], zorder=3)
    figure.record(ax, "neurons", "simulation", x=first, y=second)
    ax.set_aspect("equal")
    ax.set_xlim(-1.05, 1.05)
    ax.set_ylim(-1.05, 1.05)
    ax.set_xlabel(r"$\cos(w_i, w^*_1)$")
    ax.set_ylabel(r"$\cos(w_i, w^*_2)$")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons of one seed in the plane of both directions, and the size of leap 2's cosines against d."""
    axes = figure.panels(2, 3, height=2.5)
    runs = tables.runs("one_step", alpha=4.0)
    d = int(runs["d"].max())
    for ax, (target, line) in zip(axes[:3], _LINES.items(), strict=True):
        ax.set_title(_TITLES[target])
        row = runs[(runs["target"] == target) & (runs["d"] == d)].sort_values("seed").iloc[0]
        _plane(figure, ax, np.array(row["first"]), np.array(row["second"]), d)
        direction = np.array(line) / np.hypot(*line)
        ax.plot(*np.outer(direction, [-1, 1]), color="black", linewidth=0.7, zorder=2)
        along = float(tables.theory("one_step", target=target, alpha=4.0, d=d)["along"].iloc[0])
        points = np.outer(direction, [-along, along])
        ax.plot(*points, linestyle="none", marker="x", markersize=7, color="black", zorder=4)
        figure.record(ax, "endpoints", "theory", x=points[0], y=points[1])
    leap = tables.runs("leap_two")
    for ax, batch, name in zip(axes[3:5], ("linear", "square"), ("n = 4d", "n = 4d^2"), strict=True):
        rows = leap[(leap["batch"] == batch) & (leap["d"] == leap["d"].max())].sort_values("seed")
        ax.set_title(rf"leap 2, ${name}$")
        _plane(figure, ax, np.array(rows["first"].iloc[0]), np.array(rows["second"].iloc[0]), int(leap["d"].max()))
    ax = axes[5]
    ax.set_title("leap 2, $n = 4d$")
    own = runs[runs["target"] == "leap-2"]
    simulation(ax, own, "d", "size", label="rms cosine")
    sizes = np.sort(own["d"].unique()).astype(float)
    guide(ax, sizes, 2 / sizes**0.5, label=r"slope $-1/2$")
    ax.set_xscale("log")
    ax.set_yscale("log")
    if sizes[-1] < 100 * sizes[0]:
        ax.set_xticks(sizes, [f"{size:g}" for size in sizes])
        ax.set_ylim(0.035, 0.4)
        ax.set_yticks([0.05, 0.1, 0.2], ["0.05", "0.1", "0.2"])
        ax.minorticks_off()
    ax.set_xlabel("$d$")
    ax.set_ylabel("rms cosine")
    ax.legend()
    letter(axes)
