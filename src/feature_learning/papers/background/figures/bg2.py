"""Mean-field limit of the square activation: histograms of cosines, the risk, and the distance from
the law.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.shared.laws import distance_from_law
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run
from feature_learning.theory.mean_field import cosine_density

_SHARE, _LIMIT = "network (band: 80 % of runs)", "infinite width"
_AT = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 401))  # dense where the peaks are
_QUANTILE = 1.63  # of the scaled distance, 99 %


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the cosines at five times over the exact law, the risk against time, and the distance
    from the law.
    """
    *densities, risk, distance = figure.mosaic(5, 2, height=1.7, shared=[0])
    runs, law = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    times = np.sort(runs["t"].unique())
    shown = times[[0, 2, 3, 4, -1] if len(times) > 5 else range(5)]
    for ax, t in zip(densities, shown, strict=True):
        _density(ax, figure, runs[runs["t"] == t], law[law["t"] == t].iloc[0])
        ax.set_title(f"$t = {t:g}$")
    densities[0].set_ylim(0.05, 30)

    runs = runs.assign(distance=distance_from_law(runs, law))
    runs, law = (frame[frame["t"] > 0] for frame in (runs, law))
    plot.theory(risk, law, "t", "risk", label=_LIMIT)
    risks = plot.estimates(runs, "risk", ["t"], "log")
    plot.simulation(risk, risks, "t", label="network", colour=plot.METHODS["network"])
    end = law[law["t"] >= 0.1 * law["t"].max()]
    slope = 4 * end["risk"].iloc[0] * (end["t"] / end["t"].iloc[0]) ** -2
    plot.guide(risk, end["t"], slope, "slope $-2$", at=0)
    plot.logarithmic(risk)
    risk.set(title="the risk falls like $t^{-2}$", xlabel="time $t$", ylabel="risk")

    distances = plot.estimates(runs, "distance", ["t"])
    plot.simulation(distance, distances, "t", label="network", colour=plot.METHODS["network"])
    plot.level(distance, _QUANTILE, "99 %")
    plot.logarithmic(distance, "x")
    distance.set(title="the neurons have the exact law", xlabel="time $t$", ylim=(0, 2))
    distance.set_ylabel(r"distance $\times \sqrt{p}$")


def _density(ax: Axes, figure: Sheet, runs: pd.DataFrame, expected: pd.Series) -> None:
    edges = np.asarray(expected["edges"])
    heights = np.array([np.histogram(row, edges, density=True)[0] for row in runs["cosines"]])
    (low, high), middle = np.quantile(heights, [0.1, 0.9], axis=0), heights.mean(axis=0)
    blue = plot.METHODS["network"]
    ax.stairs(high, edges, baseline=np.maximum(low, 1e-3), fill=True, color=blue, alpha=0.3)
    ax.stairs(middle, edges, baseline=None, color=blue)
    density = cosine_density(_AT, expected["along"], expected["across"])
    ax.plot(_AT, density, color=plot.PREDICTION, zorder=3)
    centres = (edges[:-1] + edges[1:]) / 2
    figure.record(ax, _SHARE, "simulation", x=centres, y=middle, low=low, high=high)
    figure.record(ax, _LIMIT, "theory", x=_AT, y=density)
    figure.name(plot.Entry(ax, _SHARE, "area", blue))
    figure.name(plot.Entry(ax, _LIMIT, "theory", plot.PREDICTION))
    plot.logarithmic(ax, "y")
    ax.set(xticks=[-1, 0, 1], xlabel=r"$\cos(w_j, w^*)$", ylabel="density")
