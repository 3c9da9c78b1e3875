"""Kernel ridge regression and a network after one step on the same data."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_TITLES = {"mix": r"$(h_1 + h_2 + h_3)/\sqrt{3}$", "he2-he3": r"$(h_2 + h_3)/\sqrt{2}$"}
_EXPONENT = {"mix": 1, "he2-he3": 2}
_DEGREE = 3
_NONE = -0.15  # where the runs without a spike are drawn


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both methods for both targets."""
    axes = figure.panels(1, 2, height=2.8)
    d = int(tables.runs("comparison")["d"].max())
    for ax, (name, title) in zip(axes, _TITLES.items(), strict=True):
        ax.set_title(f"{title}, $d$ = {d}")
        runs, predicted = tables.runs("comparison", d=d, target=name), tables.theory("comparison", d=d, target=name)
        runs = runs.assign(at=np.where(np.isfinite(runs["gamma"]), runs["gamma"], _NONE))
        spiked, none = runs[runs["at"] >= 0], runs[runs["at"] < 0]
        simulation(ax, spiked, "at", "kernel_risk", label="kernel", series=0)
        theory(ax, predicted[np.isfinite(predicted["gamma"])], "gamma", "kernel_risk", label="theory, kernel")
        simulation(ax, spiked, "at", "network_risk", label="network, one step", series=1, joined=True)
        simulation(ax, none, "at", "kernel_risk", label="_kernel, no spike", series=0)
        simulation(ax, none, "at", "network_risk", label="_network, no spike", series=1)
        for exponent, method in ((1 - 1 / _DEGREE, "kernel: $1 - 1/p$"), (1 - 1 / _EXPONENT[name], "network: $1 - 1/k$")):
            dash = "--" if method.startswith("kernel") else ":"
            ax.axvline(exponent, ymax=0.62, **{**REFERENCE, "linestyle": dash}, label=method)
        ax.set_xlim(-0.22, 1.03)
        ax.set_ylim(-0.03, 1.3)
        ax.set_xticks([_NONE, 0, 0.25, 0.5, 0.75, 1], [r"$\theta = 0$", "0", "0.25", "0.5", "0.75", "1"])
        ax.set_xlabel(r"$\gamma$, spike $\theta = d^{\gamma}$")
    axes[0].set_ylabel("risk")
    axes[1].legend(loc="upper right")
    letter(axes)
