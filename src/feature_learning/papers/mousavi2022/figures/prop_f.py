"""Multi-index targets."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue, unordered
from feature_learning.plotting.sheet import Sheet

_TARGETS = unordered(
    "target",
    {
        "two-tanh": r"$\tanh z_1 + \tanh z_2$",
        "tanh-and-square": r"$\tanh z_1 + H_2(z_2)/2$",
        "hermite-2": r"$H_2(z)/\sqrt{2}$",
        "hermite-3": r"$H_3(z)/\sqrt{6}$",
    },
)
_BY = ["target", "t_over_d"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the orthogonal part, and the singular values inside the subspace at both decays."""
    across, *inside = axes = figure.panels(1, 3)
    runs = tables.runs("subspace")
    later = runs[runs["t_over_d"] > 0]
    decays = sorted(later["decay"].unique(), reverse=True)
    across.set_title(rf"outside, $\lambda = {decays[0]:g}$: removed")
    own = later[later["decay"] == decays[0]]
    simulation(across, estimates(own, "perp", _BY, "log"), "t_over_d", _TARGETS, join=True)
    times = np.array([20.0, float(later["t_over_d"].max())])
    guide(across, times, 0.7 / np.sqrt(times), "slope $-1/2$", at=0)
    across.set_ylabel(r"$\|W_\perp\|_F/\sqrt{m}$")
    inside[1].sharey(inside[0])
    inside[1].tick_params(labelleft=False)
    for ax, decay in zip(inside, decays, strict=True):
        ax.set_title(rf"inside, $\lambda = {decay:g}$")
        own = later[later["decay"] == decay]
        simulation(ax, estimates(own, "first", _BY, "log"), "t_over_d", _TARGETS, join=True)
        several = own[own.groupby("target")["second"].transform("max") > 0]
        simulation(ax, estimates(several, "second", _BY, "log"), "t_over_d", _seconds(), join=True)
        ax.set_ylabel(r"singular values of $W_\parallel/\sqrt{m}$")
    for ax in axes:
        logarithmic(ax)
        ax.set_xlabel("steps per dimension $t/d$")


def _seconds() -> Hue:
    """Return the series of the second values: the first's colours, other markers."""
    names = {key: f"{_TARGETS.names[key]}, second value" for key in ("two-tanh", "tanh-and-square")}
    return Hue("target", {key: _TARGETS.colours[key] for key in names}, names, dict.fromkeys(names, "P"))
