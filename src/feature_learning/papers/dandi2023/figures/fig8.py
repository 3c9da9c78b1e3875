"""Plateaus of random features."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, darker
from feature_learning.plotting.sheet import Sheet

_LEFT = {3: "nothing", 2: "linear part", 1: "quadratic part"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against samples and against features, over the deterministic equivalent."""
    axes = figure.panels(1, 2, sharey="row")
    large = int(tables.runs("random_features")["large"].iloc[0])
    grey = METHODS["random features"]
    for ax, varied, symbol, other in ((axes[0], "samples", "n", "p"), (axes[1], "width", "p", "n")):
        many = "features" if other == "p" else "samples"
        ax.set_title(f"{large} {many}")
        for value, name in _LEFT.items():
            level(ax, value, name if varied == "width" else "")
        law = tables.theory("random_features", varied=varied)
        theory(ax, law, "size", "error", label="deterministic equivalent", colour=darker(grey))
        found = estimates(tables.runs("random_features", varied=varied), "error", ["size"])
        simulation(ax, found, "size", label="random features", colour=grey)
        logarithmic(ax, "x")
        ax.set_xlabel(f"{'samples' if varied == 'samples' else 'features'} ${symbol}$")
        ax.set_ylabel("test error")
