"""One step after preprocessing."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import simulation
from feature_learning.plotting.sheet import Sheet

_PUBLISHED = {3326: (0.3360, 0.0063), 29532: (0.2068, 0.0059), 262144: (0.0774, 0.0021)}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against n after a step and with frozen weights, over the published numbers."""
    (ax,) = figure.panels(height=2.8, width=5.2)
    stepped, frozen = (tables.runs("preprocessed", weights=weights) for weights in ("stepped", "frozen"))
    simulation(ax, stepped, "n", "error", label="one step", series=0)
    simulation(ax, stepped, "n", "error_exact_linear", label="one step, exact\nlinear part", series=2, size=6)
    simulation(ax, frozen, "n", "error", label="frozen weights", series=1)
    simulation(ax, frozen, "n", "linear_error", label="linear part alone", series=3)
    means = [mean for mean, _ in _PUBLISHED.values()]
    spreads = [spread for _, spread in _PUBLISHED.values()]
    ax.errorbar(
        list(_PUBLISHED), means, yerr=spreads, linestyle="none", marker="x", markersize=7, color="black", label="published", zorder=4
    )
    figure.record(ax, "published", "paper", x=list(_PUBLISHED), y=means)
    ax.set_xscale("log")
    ax.set_xlabel("batch size $n$")
    ax.set_ylabel("test error")
    ax.set_ylim(0, None)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
