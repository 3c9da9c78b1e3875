"""Two isotropic Gaussians: the law of norms, the risk, and the mean norm."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.theory import SHARES
from feature_learning.plotting import Sheet, Tables

_MARGINS = {"risk": 0.05, "norm": 0.01}  # of the claims, over the law
_FROM = 0.1  # the claims' first time
_ROWS_HIGH = 1.5  # of the highest histogram, in rows


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw histograms of the norms over their law, time upwards, and risk and mean norm against
    time at both separations.
    """
    ridges, risk, norm = figure.hero(2, share=0.55, height=3.6)
    runs, law = tables.runs("isotropic_gaussians"), tables.theory("isotropic_gaussians")
    deltas = tables.values("isotropic_gaussians", "delta")
    hue = plot.unordered("delta", {delta: rf"$\Delta = {delta:g}$" for delta in deltas}, after=1)
    for ax, value, name in ((risk, "risk", "Risk"), (norm, "norm", "Mean norm")):
        found = plot.estimates(runs, value, ["delta", "t"], "log")
        plot.theory(ax, law, "t", value, hue)
        plot.simulation(ax, found, "t", hue)
        if value == "risk":
            plot.theory(ax, law, "t", "limit_risk", hue, dashed=True, thin=True)
            plot.logarithmic(ax, "y")
            close = law[law["delta"] == deltas[0]].sort_values("t").iloc[-1]
            colour = plot.darker(hue.colours[deltas[0]])
            below: dict[str, Any] = {"ha": "right", "va": "top", "color": colour}
            ax.text(close["t"], 0.95 * close["limit_risk"], r"$d = \infty$", **below)
            ax.set_ylim(bottom=0.62 * close["limit_risk"])
        margin = _MARGINS[value]
        late = found[found["t"] >= _FROM]
        plot.residual(ax, late, law, "t", value, hue, region=(-margin, margin))
        ax.set(title=name, xlabel="time $t$", ylabel=name.lower())
    widest = deltas[-1]
    wider = _ridges(
        ridges,
        figure,
        runs[runs["delta"] == widest],
        law[law["delta"] == widest],
        hue.colours[widest],
    )
    ridges.set(title=rf"Norms of the weights, $\Delta = {widest:g}$")
    risks = plot.estimates(runs, "risk", ["delta", "t"], "log").pivot(
        index="t", columns="delta", values="estimate"
    )
    own = law[(law["delta"] == widest) & (law["t"] >= _FROM)]
    figure.say(
        low=wider.min(),
        high=wider.max(),
        d=tables.value("isotropic_gaussians", "d"),
        near=deltas[0],
        far=widest,
        close=risks[deltas[0]].iloc[-1],
        wide=risks[widest].iloc[-1],
        before=risks.index[-2],
        end=risks.index[-1],
        fall=1 - risks[widest].iloc[-1] / risks[widest].iloc[-2],
        apart=(own["limit_risk"] / own["risk"] - 1).abs().max(),
    )


def _ridges(
    ax: Axes, figure: Sheet, runs: pd.DataFrame, law: pd.DataFrame, colour: str
) -> pd.Series:
    """Draw one row per time, and return by how much the histograms are wider than the law."""
    times = sorted(runs["t"].unique())
    laws = {t: np.asarray(law[law["t"] == t]["quantiles"].iloc[0]) for t in times}
    densities = {t: np.gradient(SHARES, quantiles) for t, quantiles in laws.items()}
    scale = _ROWS_HIGH / max(density.max() for density in densities.values())
    wider = {}
    for row, t in reversed(list(enumerate(times))):
        norms = np.concatenate(list(runs[runs["t"] == t]["norms"]))
        heights, edges = np.histogram(norms, bins=40, density=True)
        place = {"baseline": row, "zorder": 3 - 0.01 * row}
        ax.stairs(row + scale * heights, edges, fill=True, color="white", **place)
        ax.stairs(row + scale * heights, edges, fill=True, color=colour, alpha=0.4, **place)
        ax.plot(laws[t], row + scale * densities[t], color=plot.PREDICTION, linewidth=0.8)
        ax.lines[-1].set_zorder(3.005 - 0.01 * row)
        ax.axhline(row, color="0.85", linewidth=0.4, zorder=1)
        centres = (edges[1:] + edges[:-1]) / 2
        figure.record(ax, "simulation", "simulation", x=centres, y=heights, t=t)
        figure.record(ax, "theory", "theory", x=laws[t], y=densities[t], t=t)
        shares = np.diff(SHARES)
        middle = (laws[t][1:] + laws[t][:-1]) / 2
        centre = np.average(middle, weights=shares)
        spread = np.sqrt(np.average((middle - centre) ** 2, weights=shares))
        wider[t] = norms.std() / spread - 1
    ax.set_yticks(range(len(times)), [f"$t = {t:g}$" for t in times])
    ax.grid(False)
    ax.set(xlabel="norm of a weight", ylabel=" ", ylim=(-0.15, len(times) - 0.9 + _ROWS_HIGH))
    found = pd.Series(wider)
    return found[found.index >= _FROM]
