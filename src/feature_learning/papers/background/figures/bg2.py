"""Mean-field limit of the square activation: histograms of cosines, the risk, and the distance from the law."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.background.shared.laws import distance_from_law
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import guide, level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, PREDICTION
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run
from feature_learning.theory.mean_field import cosine_density

_SHARE, _LIMIT = "network (band: 80 % of runs)", "infinite width"
_AT = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 401))  # dense where the peaks are
_QUANTILE = 1.63  # of the scaled distance, 99 %


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the cosines at five times over the exact law, the risk against time, and the distance from the law."""
    *densities, risk, distance = figure.mosaic(5, 2, height=1.7, shared=[0])
    runs, law = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    times = np.sort(runs["t"].unique())
    shown = times[[0, 2, 3, 4, -1] if len(times) > 5 else range(5)]
    for ax, t in zip(densities, shown, strict=True):
        _density(ax, figure, runs[runs["t"] == t], law[law["t"] == t].iloc[0])
        ax.set_title(f"$t = {t:g}$")
    densities[0].set_ylim(0.05, 30)

    risk.set_title("the risk falls like $t^{-2}$")
    late = law[law["t"] > 0]
    theory(risk, late, "t", "risk", label=_LIMIT)
    simulation(risk, estimates(runs[runs["t"] > 0], "risk", ["t"], "log"), "t", label="network", colour=METHODS["network"])
    end = late[late["t"] >= 0.1 * late["t"].max()]
    guide(risk, end["t"], 4 * end["risk"].iloc[0] * (end["t"] / end["t"].iloc[0]) ** -2, "slope $-2$", at=0)
    logarithmic(risk)
    risk.set_ylabel("risk")

    distance.set_title("the neurons have the exact law")
    away = runs.assign(distance=distance_from_law(runs, law))
    simulation(distance, estimates(away[away["t"] > 0], "distance", ["t"]), "t", label="network", colour=METHODS["network"])
    level(distance, _QUANTILE, "99 %")
    logarithmic(distance, "x")
    distance.set_ylim(0, 2)
    distance.set_ylabel(r"distance $\times \sqrt{p}$")
    for ax in (risk, distance):
        ax.set_xlabel("time $t$")


def _density(ax: Axes, figure: Sheet, runs: pd.DataFrame, expected: pd.Series) -> None:
    edges = np.asarray(expected["edges"])
    heights = np.array([np.histogram(row, edges, density=True)[0] for row in runs["cosines"]])
    low, middle, high = np.quantile(heights, 0.1, axis=0), heights.mean(axis=0), np.quantile(heights, 0.9, axis=0)
    blue = METHODS["network"]
    ax.stairs(high, edges, baseline=np.maximum(low, 1e-3), fill=True, color=blue, alpha=0.3)
    ax.stairs(middle, edges, baseline=None, color=blue)
    density = cosine_density(_AT, float(expected["along"]), float(expected["across"]))
    ax.plot(_AT, density, color=PREDICTION, zorder=3)
    figure.record(ax, _SHARE, "simulation", x=(edges[:-1] + edges[1:]) / 2, y=middle, low=low, high=high)
    figure.record(ax, _LIMIT, "theory", x=_AT, y=density)
    figure.name(Entry(ax, _SHARE, "area", blue))
    figure.name(Entry(ax, _LIMIT, "theory", PREDICTION))
    logarithmic(ax, "y")
    ax.set_xticks([-1, 0, 1])
    ax.set_xlabel(r"$\cos(w_j, w^*)$")
    ax.set_ylabel("density")
