"""Risk of kernel ridge regression against the strength of the spike."""

from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, SERIES, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_TARGETS = {"mix": r"$(h_1 + h_2 + h_3)/\sqrt{3}$", "he2-he3": r"$(h_2 + h_3)/\sqrt{2}$"}
_FAR = {1e6: "$d = 10^6$", 1e12: "$d = 10^{12}$"}
_MIDDLES = (0.25, 0.58, 0.8)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw simulation, equivalent and limit for both targets, and the equivalent's distance from the limit."""
    axes = figure.panels(1, 3, height=2.9)
    for ax, (name, title) in zip(axes, _TARGETS.items(), strict=False):
        ax.set_title(title)
        _risk(ax, tables, name)
    axes[0].set_ylabel("risk")
    axes[0].legend(loc="lower left")
    _distance(axes[2], tables)
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
        theory(ax, own, "gamma", "risk", label=f"_theory, d = {d}", color=SERIES[series % len(SERIES)][0])
    ax.set_xlim(-0.03, 1.03)
    ax.set_ylim(-0.03, 1.22)
    ax.set_xlabel(r"$\gamma$, spike $\theta = d^{\gamma}$")


def _distance(ax: Axes, tables: Tables) -> None:
    ax.set_title("distance to the staircase")
    frame = tables.theory("staircase", target="mix")
    frame = frame.assign(distance=(frame["risk"] - frame["limit"]).abs())
    for dash, gamma in enumerate(_MIDDLES):
        theory(ax, frame[frame["gamma"] == gamma], "d", "distance", label=rf"$\gamma$ = {gamma:g}", dash=dash)
    ax.axvspan(frame["d"].min(), 1e4, color="0.9", zorder=0, label="simulated sizes")
    ax.axhline(0.05, **REFERENCE)
    ax.set_xscale("log")
    ax.set_xlim(frame["d"].min(), frame["d"].max())
    ax.set_xticks([1e3, 1e6, 1e9, 1e12])
    ax.minorticks_off()
    ax.set_ylim(0, 0.2)
    ax.set_xlabel("$d$")
    ax.set_ylabel("|theory at $d$ $-$ limit|")
    ax.legend(loc="upper right")
