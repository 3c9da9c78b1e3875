"""The spike at which kernel and network reach a risk of 1/4, against d: one panel per target.

Four panels, since two targets that differ in one degree only have to stand side by side.
"""

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.thresholds import LEVEL, table
from feature_learning.plotting import Sheet, Tables

_TARGETS = {
    "he1-he4": ("$h_1 + h_4$", 1, 4),
    "he2-he4": ("$h_2 + h_4$", 2, 4),
    "he2-he3": ("$h_2 + h_3$", 2, 3),
    "he2": ("$h_2$", 2, 2),
}  # name, lowest and highest degree
_METHODS = plot.methods(
    "method", {"kernel": ("kernel", "kernel"), "network": ("network", "network")}
)
_FRACTIONS = {1: "0", 2: "1/2", 3: "2/3", 4: "3/4"}
_SPOKEN = 256


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the thresholds of both methods for four targets."""
    axes = figure.panels(1, 4, height=2.2, sharex=True, sharey=True)
    for ax, (target, (name, lowest, highest)) in zip(axes, _TARGETS.items(), strict=True):
        _thresholds(ax, tables, target)
        plot.level(ax, 1 - 1 / highest, f"$1 - 1/p = {_FRACTIONS[highest]}$", at=0.98)
        if lowest < highest:
            plot.level(ax, 1 - 1 / lowest, f"$1 - 1/k = {_FRACTIONS[lowest]}$", at=0.98)
        ax.set(title=f"{name}: $k = {lowest}$, $p = {highest}$", xlabel="dimension $d$")
    plot.logarithmic(axes[0], "x", ticks=(1e2, 1e3, 1e4, 1e5))
    axes[0].set(ylim=(-0.03, None), ylabel=rf"$\gamma$ at a risk of ${LEVEL:g}$")
    _say(tables, figure)


def _thresholds(ax: Axes, tables: Tables, target: str) -> None:
    law = tables.theory("kernel_thresholds", target=target).assign(method="kernel")
    plot.theory(ax, law, "d", "gamma", _METHODS)
    known = set(tables.values("thresholds", "target"))
    for method in _METHODS.names:
        if target in known and len(found := table(tables, method, target)):
            plot.simulation(ax, found, "d", _METHODS, join=method == "network")


def _say(tables: Tables, figure: Sheet) -> None:
    spoken = {"h24": "he2-he4", "h23": "he2-he3", "h2": "he2"}
    at = {}
    known = set(tables.values("thresholds", "target"))
    for field, target in spoken.items():
        at[field] = float("nan")
        if target in known:
            found = table(tables, "network", target).set_index("d")["estimate"]
            at[field] = float(found.get(_SPOKEN, float("nan")))
    figure.say(d=_SPOKEN, **at)
