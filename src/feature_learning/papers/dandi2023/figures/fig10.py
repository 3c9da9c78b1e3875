"""One step against random features."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, simulation
from feature_learning.plotting.sheet import Sheet

_TITLES = {"linear-quadratic": r"$z + H_2(z)/\sqrt{2}$", "quadratic": r"$H_2(z)/\sqrt{2}$", "cubic": r"$H_3(z)/\sqrt{6}$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors with frozen weights and after one step against n/d, for three targets."""
    axes = figure.panels(1, 3, height=2.4)
    for ax, (target, title) in zip(axes, _TITLES.items(), strict=True):
        ax.set_title(title)
        for series, (weights, name) in enumerate((("frozen", "random features"), ("stepped", "one step"))):
            simulation(
                ax, tables.runs("step_gain", target=target, weights=weights), "alpha", "error", label=name, series=series, joined=True
            )
        ax.set_ylim(0, 1.08 * ax.dataLim.ymax)
        ax.set_xscale("log", base=2)
        ax.set_xticks([4, 8, 16], ["4", "8", "16"])
        ax.set_xlabel("samples per dimension, $n/d$")
    axes[0].set_ylabel("test error")
    axes[0].legend(loc="lower left")
    letter(axes)
