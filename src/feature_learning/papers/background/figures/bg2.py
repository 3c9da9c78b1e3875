"""Mean-field limit of the square activation: histograms of cosines, and the risk."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the cosines at five times over the exact law, and the risk against time."""
    axes = figure.panels(2, 3, height=2.1)
    runs, law = tables.runs("square_histogram"), tables.theory("square_histogram")
    first = runs[(runs["seed"] == runs["seed"].min()) & (runs["replica"] == 0)].sort_values("t")
    times = first["t"].to_numpy()
    color = SERIES[0][0]
    for ax, t in zip(axes[:5], times[[0, 2, 3, 4, -1] if len(times) > 5 else range(5)], strict=True):
        ax.set_title(f"t = {t:g}")
        expected = law[law["t"] == t].iloc[0]
        edges = np.asarray(expected["edges"])
        heights, _ = np.histogram(first[first["t"] == t]["cosines"].iloc[0], edges, density=True)
        ax.stairs(heights, edges, fill=True, color=color, alpha=0.4, label="simulation")
        ax.stairs(expected["density"], edges, color="black", label="limit", baseline=None)
        middle = (edges[:-1] + edges[1:]) / 2
        figure.record(ax, "cosines", "simulation", x=middle, y=heights)
        figure.record(ax, "limit", "theory", x=middle, y=np.asarray(expected["density"]))
        ax.set_xlabel(r"cos($w_j, w^*$)")
        ax.set_ylim(0, None)
    axes[0].set_ylim(0, 1.2)
    axes[0].set_ylabel("density")
    axes[3].set_ylabel("density")
    axes[0].legend(loc="upper center", ncols=2)
    risk = axes[5]
    risk.set_title("risk")
    theory(risk, law[law["t"] > 0], "t", "risk", label="limit")
    simulation(risk, runs[runs["t"] > 0], "t", "risk", label=f"p = {int(runs['width'].iloc[0])}")
    risk.set_xscale("log")
    risk.set_yscale("log")
    risk.set_xlabel("t")
    risk.legend(loc="lower left")
    letter(axes)
