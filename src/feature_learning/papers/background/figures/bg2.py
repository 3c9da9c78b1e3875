"""Mean-field limit of the square activation: histograms of cosines at five moments, the risk, and
the distance from the law.
"""

import math
from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.shared.laws import distance_from_law
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run, loglog_slope, slope_per_seed
from feature_learning.statistics.intervals import mean
from feature_learning.theory.mean_field import cosine_density

_AT = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 401))  # dense where the peaks are
_INDEPENDENT = math.sqrt(math.pi / 2) * math.log(2)  # mean distance of a sample, scaled
_NAME = "line: mean of independent neurons"
_LATE = [3.0, 10.0, 30.0]  # between which the exponent is
_CLAIMED = 1.0  # the first time of the claim on the risk
_MIDDLE = 0.8  # of the runs, which the band of a histogram shows
_NETWORK = plot.METHODS["network"]
_SPAN = (0.01, 30)  # of the densities


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the cosines at five times over the exact law, the risk against time, and the distance
    from the law.
    """
    runs, law = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    times = np.sort(runs["t"].unique())
    shown = times[times <= _LATE[-1]]
    shown = shown[[0, 2, 3, 4, -1] if len(shown) > 5 else range(len(shown))]
    names = [f"$t = {t:g}$" for t in shown]
    (densities,), (risk, distance) = plot.frames(
        figure, names, below=2, height=1.5, support=2.0, bare=False
    )
    for ax, t in zip(densities, shown, strict=True):
        _histogram(ax, figure, runs[runs["t"] == t], law[law["t"] == t].iloc[0])
        _axes(ax)
    densities[0].set_ylabel("density")
    for ax in densities[1:]:
        ax.tick_params(labelleft=False)
    for ax in (*densities[:2], *densities[3:]):
        ax.set_xlabel("")

    distances = plot.estimates(
        runs.assign(distance=distance_from_law(runs, law)), "distance", ["t"]
    )
    runs, law = (frame[frame["t"] > 0] for frame in (runs, law))
    plot.theory(risk, law, "t", "risk")
    plot.logarithmic(risk)
    risk.set(title="Risk", xlabel="time $t$", ylabel="risk")
    risks = plot.estimates(runs, "risk", ["t"], "log")
    plot.simulation(risk, risks, "t", colour=_NETWORK)
    late = [t for t in _LATE if t in times]
    slope = mean(
        slope_per_seed(runs[runs["t"].isin(late)].pivot(index="seed", columns="t", values="risk"))
    )
    end = law[law["t"].between(late[0], late[-1])]
    expected = loglog_slope(*(end[end["t"].isin(late)][name].to_numpy() for name in ("t", "risk")))
    plot.triangle(
        risk,
        end["t"].to_numpy(),
        end["risk"].to_numpy(),
        -2,
        f"${slope.estimate:.2f}$",
        colour=_NETWORK,
    )
    bands = [plot.Band(figure.region("risk"), span=(_CLAIMED, math.inf))]
    plot.residual(risk, risks, law, "t", "risk", colour=_NETWORK, bands=bands)

    positive = distances[distances["t"] > 0]
    plot.simulation(distance, positive, "t", colour=_NETWORK)
    plot.level(distance, _INDEPENDENT, "", colour=plot.PREDICTION)
    figure.record(distance, _NAME, "theory", x=[np.nan], y=[_INDEPENDENT])
    distance.text(0.98, 0.04, _NAME, transform=distance.transAxes, ha="right")
    plot.logarithmic(distance, "x")
    distance.margins(y=0.25)
    distance.set(title="Distance from the law", xlabel="time $t$")
    distance.set_ylabel(r"distance $\times \sqrt{p}$")
    figure.say(
        p=tables.value("square_histogram", "width"),
        least=positive["estimate"].min(),
        largest=positive["estimate"].max(),
        independent=_INDEPENDENT,
        runs=int(runs["seed"].nunique()),
        middle=_MIDDLE,
        apart=int(plot.excludes(positive, _INDEPENDENT).sum()),
        points=len(positive),
        exponent=slope.estimate,
        expected=expected,
        first=late[0],
        last=late[-1],
        steep=slope.low,
        flat=slope.high,
    )


def animate(tables: Tables, figure: Sheet) -> Iterator[None]:
    """Let time run: the law's density, the last histogram of the runs, and the risk."""
    density, risk = figure.hero(1, share=0.55, height=2.5)
    runs, law = by_run(tables.runs("square_histogram")), tables.theory("square_histogram")
    law = law[law["t"] > 0]
    edges = np.asarray(law["edges"].iloc[0])
    bars = density.stairs(
        np.full(len(edges) - 1, 0.02), edges, baseline=0.01, fill=True, color=_NETWORK
    )
    bars.set_alpha(0.35)
    (line,) = density.plot([], [], color=plot.PREDICTION, zorder=3)
    _axes(density)
    density.set(title="Cosines of the neurons", ylabel="density")
    (front,) = risk.plot([], [], color=plot.PREDICTION, zorder=4)
    (dots,) = risk.plot([], [], "o", color=_NETWORK, markeredgewidth=0)
    risk.plot(law["t"], law["risk"], color="0.8", linewidth=0.6, zorder=2)
    figure.record(risk, "theory", "theory", x=law["t"], y=law["risk"])
    plot.logarithmic(risk)
    risk.set(title="Risk", xlabel="time $t$", ylabel="risk")
    means = runs.groupby("t")["risk"].mean()
    for _, expected in law.sort_values("t").iterrows():
        t = expected["t"]
        last = runs[runs["t"] == runs["t"][runs["t"] <= t * 1.001].max()]
        heights = np.histogram(np.concatenate(list(last["cosines"])), edges, density=True)[0]
        bars.set_data(np.maximum(heights, 0.011), edges, 0.01)
        line.set_data(_AT, cosine_density(_AT, expected["along"], expected["across"]))
        done, seen = law[law["t"] <= t], means[(means.index > 0) & (means.index <= t * 1.001)]
        front.set_data(done["t"], done["risk"])
        dots.set_data(seen.index, seen)
        density.set_title(f"$t = {plot.number(float(f'{t:.2g}'))}$", loc="right")
        yield


def _axes(ax: Axes) -> None:
    plot.logarithmic(ax, "y")
    ax.set(xticks=[-1, 0, 1], xlabel=r"$\cos(w_j, w^*)$", ylim=_SPAN, xlim=(-1.05, 1.05))


def _histogram(ax: Axes, figure: Sheet, runs: pd.DataFrame, expected: pd.Series) -> None:
    """Draw the mean histogram and the middle of the runs under the exact density."""
    edges = np.asarray(expected["edges"])
    heights = np.array([np.histogram(row, edges, density=True)[0] for row in runs["cosines"]])
    ends = [(1 - _MIDDLE) / 2, (1 + _MIDDLE) / 2]
    (low, high), middle = np.quantile(heights, ends, axis=0), heights.mean(axis=0)
    ax.stairs(high, edges, baseline=np.maximum(low, 1e-3), fill=True, color=_NETWORK, alpha=0.3)
    ax.stairs(middle, edges, baseline=None, color=_NETWORK)
    density = cosine_density(_AT, expected["along"], expected["across"])
    ax.plot(_AT, density, color=plot.PREDICTION, linewidth=0.8, zorder=3)
    centres = (edges[:-1] + edges[1:]) / 2
    figure.record(ax, "simulation", "simulation", x=centres, y=middle, low=low, high=high)
    figure.record(ax, "theory", "theory", x=_AT, y=density)
