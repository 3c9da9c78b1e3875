"""Multi-index targets."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, guide, letter, simulation
from feature_learning.plotting.sheet import Sheet

_TARGETS = {
    "two-tanh": r"$\tanh z_1 + \tanh z_2$",
    "tanh-and-square": r"$\tanh z_1 + H_2(z_2)/2$",
    "hermite-2": r"$H_2(z)/\sqrt{2}$",
    "hermite-3": r"$H_3(z)/\sqrt{6}$",
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the orthogonal part, and the singular values inside the subspace at both decays."""
    across, *inside = axes = figure.panels(1, 3, height=2.8)
    runs = tables.runs("subspace")
    later = runs[runs["t_over_d"] > 0]
    decays = sorted(later["decay"].unique(), reverse=True)
    across.set_title(rf"outside, $\lambda$ = {decays[0]:g}")
    for series, (target, label) in enumerate(_TARGETS.items()):
        own = later[(later["target"] == target) & (later["decay"] == decays[0])]
        simulation(across, own, "t_over_d", "perp", label=label, series=series, joined=True, size=3.0)
    times = np.array([20.0, float(later["t_over_d"].max())])
    guide(across, times, 0.6 / np.sqrt(times), label="slope -1/2")
    across.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")
    across.set_ylim(2e-3, 1)
    across.legend(loc="lower left")
    for ax, decay in zip(inside, decays, strict=True):
        ax.set_title(rf"inside, $\lambda$ = {decay:g}")
        for series, target in enumerate(_TARGETS):
            own = later[(later["target"] == target) & (later["decay"] == decay)]
            simulation(ax, own, "t_over_d", "first", label=f"{target}, first", series=series, joined=True, size=3.0)
            if (own["second"] > 0).any():
                mean = own.groupby("t_over_d")["second"].mean()
                ax.plot(mean.index, mean, color=SERIES[series][0], linestyle=":", label=f"{target}, second")
                figure.record(ax, f"{target}, second", "simulation", x=mean.index.to_numpy(), y=mean.to_numpy())
        ax.set_ylabel(r"singular values of $W_\parallel/\sqrt{m}$")
        ax.set_ylim(5e-4, 1.5)
    for ax in axes:
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlabel("$t/d$")
    letter(axes)
