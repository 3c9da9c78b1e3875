"""Mean-field limit of the square activation: histograms of cosines, and the risk."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, PREDICTION
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run
from feature_learning.theory.mean_field import cosine_density

_SHARE, _LIMIT = "network, all runs", "infinite width"
_AT = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 401))  # dense where the peaks are


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the cosines at five times over the exact law, and the risk against time."""
    axes = figure.mosaic(3, 3, height=1.7)
    runs, law = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    times = np.sort(runs["t"].unique())
    shown = times[[0, 2, 3, 4, -1] if len(times) > 5 else range(5)]
    for ax, t in zip(axes[:5], shown, strict=True):
        ax.sharey(axes[0])
        _density(ax, figure, runs[runs["t"] == t], law[law["t"] == t].iloc[0])
        ax.set_title(f"$t = {t:g}$")
    axes[0].set_ylim(bottom=0.02)
    for ax in axes[1:5]:
        if ax is not axes[3]:
            ax.tick_params(labelleft=False)

    risk = axes[5]
    risk.set_title("risk")
    blue = METHODS["network"]
    theory(risk, law[law["t"] > 0], "t", "risk", label=_LIMIT)
    simulation(risk, estimates(runs[runs["t"] > 0], "risk", ["t"], "log"), "t", label="network", colour=blue)
    logarithmic(risk)
    risk.set_xlabel("time $t$")
    risk.set_ylabel("risk")


def _density(ax: Axes, figure: Sheet, runs: pd.DataFrame, expected: pd.Series) -> None:
    edges = np.asarray(expected["edges"])
    heights, _ = np.histogram(np.concatenate(list(runs["cosines"])), edges, density=True)
    ax.stairs(heights, edges, fill=True, color=METHODS["network"], alpha=0.35, baseline=1e-3)
    density = cosine_density(_AT, float(expected["along"]), float(expected["across"]))
    ax.plot(_AT, density, color=PREDICTION, zorder=3)
    figure.record(ax, _SHARE, "simulation", x=(edges[:-1] + edges[1:]) / 2, y=heights)
    figure.record(ax, _LIMIT, "theory", x=_AT, y=density)
    figure.name(Entry(ax, _SHARE, "area", METHODS["network"]))
    figure.name(Entry(ax, _LIMIT, "theory", PREDICTION))
    logarithmic(ax, "y")
    ax.set_xticks([-1, 0, 1])
    ax.set_xlabel(r"$\cos(w_j, w^*)$")
    ax.set_ylabel("density")
