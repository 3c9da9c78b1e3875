"""Risk before and after the refit."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, level, simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks over the null risk, one panel per exponent."""
    nulls = tables.theory("learning_curves").set_index(["s", "d"])["null"]
    runs = tables.runs("learning_curves")
    exponents, dimensions = sorted(runs["s"].unique()), sorted(runs["d"].unique())
    axes = figure.panels(1, len(exponents), height=2.5)
    for ax, s in zip(axes, exponents, strict=True):
        ax.set_title(f"s = {s}")
        for number, d in enumerate(dimensions):
            own = runs[(runs["s"] == s) & (runs["d"] == d)]
            own = own.assign(**{name: own[name] / nulls[s, d] for name in ("raw", "refit")})
            simulation(ax, own, "n", "raw", label=f"as trained, d = {d}", series=2 * number, joined=True)
            simulation(ax, own, "n", "refit", label=f"after refit, d = {d}", series=2 * number + 1, joined=True)
        level(ax, 1.0, label="null risk")
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_ylim(5e-3, 3)
        ax.set_xlabel("n")
    axes[0].set_ylabel("excess risk / null risk")
    axes[-1].legend(loc="lower left")
    letter(axes)
