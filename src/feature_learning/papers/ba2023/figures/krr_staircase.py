"""Risk of kernel ridge regression against the strength of the spike."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.second_step import falls
from feature_learning.plotting.overlay import REFERENCE, SERIES, estimates, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.intervals import fitted

_TARGETS = {"mix": r"$(h_1 + h_2 + h_3)/\sqrt{3}$", "he2-he3": r"$(h_2 + h_3)/\sqrt{2}$"}
_FAR = {1e6: "$d = 10^6$", 1e12: "$d = 10^{12}$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation, equivalent and limit for both targets, and a test for the second step."""
    axes = figure.panels(1, 3, height=2.9)
    for ax, (name, title) in zip(axes, _TARGETS.items(), strict=False):
        ax.set_title(title)
        _risk(ax, tables, name)
    axes[0].set_ylabel("risk")
    axes[1].legend(loc="lower left")
    _second_step(axes[2], tables)
    letter(axes)


def _risk(ax: Axes, tables: Tables, name: str) -> None:
    runs, predicted, far = tables.runs("kernel_ridge", target=name), tables.theory("kernel_ridge", target=name), tables.theory("staircase")
    far = far[far["target"] == name]
    for shade, (d, label) in zip(("0.75", "0.5"), _FAR.items(), strict=True):
        theory(ax, far[far["d"] == d], "gamma", "risk", label=label, color=shade)
    theory(ax, far[far["d"] == far["d"].max()], "gamma", "limit", label=r"$d \to \infty$")
    for series, d in enumerate(sorted(runs["d"].unique())):
        simulation(ax, runs[(runs["d"] == d) & (runs["gamma"] >= 0)], "gamma", "risk", label=f"$d$ = {d}", series=series, size=3.0)
        own = predicted[(predicted["d"] == d) & (predicted["gamma"] >= 0)]
        theory(
            ax,
            own,
            "gamma",
            "risk",
            label="theory, same $d$" if series == 0 else f"_theory, d = {d}",
            color=SERIES[series % len(SERIES)][0],
        )
    ax.set_xlim(-0.03, 1.03)
    ax.set_ylim(-0.03, 1.22)
    ax.set_xlabel(r"$\gamma$, spike $\theta = d^{\gamma}$")


def _second_step(ax: Axes, tables: Tables) -> None:
    ax.set_title("is there a second step?")
    runs, far = tables.runs("kernel_ridge"), tables.theory("staircase")
    ax.set_xlim(30, 2e12)
    sizes = sorted(runs["d"].unique())
    for series, (name, title) in enumerate(_TARGETS.items()):
        found = falls(runs, name, ["d", "seed"])
        ratios = [fitted(found[found["d"] == d][["edge", "step"]].to_numpy(), _ratio) for d in sizes]
        estimates(ax, [float(d) for d in sizes], ratios, label=title, series=3 + series, size=3.0)
    theory(ax, falls(far, "he2-he3", ["d"]), "d", "ratio", label="theory")
    ax.axhline(0.5, **REFERENCE)
    ax.set_xscale("log")
    ax.set_xticks([1e2, 1e4, 1e6, 1e8, 1e10, 1e12])
    ax.minorticks_off()
    ax.set_ylim(0, 2.2)
    ax.set_xlabel("$d$")
    ax.set_ylabel("fall on the step / fall before it")
    ax.legend(loc="upper right")


def _ratio(means: np.ndarray) -> float:
    return float(means[1] / means[0])
