"""Two isotropic Gaussians: the law of the norms, its mean and its width."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.experiments.isotropic_gaussians import SHARES
from feature_learning.plotting import Sheet, Tables

_FROM = 0.1  # the claims' first time
_ROWS_HIGH = 1.5  # of the highest histogram, in rows


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw histograms of the norms over their law, time upwards, and mean norms and widths against
    time at both separations.
    """
    ridges, norm, width = figure.hero(2, share=0.55, height=4.2)
    runs, law = tables.runs("isotropic_gaussians"), tables.theory("isotropic_gaussians")
    deltas = tables.values("isotropic_gaussians", "delta")
    hue = plot.unordered("delta", {delta: rf"$\Delta = {delta:g}$" for delta in deltas}, after=1)
    found = plot.estimates(runs, "norm", ["delta", "t"], "log")
    plot.theory(norm, law, "t", "norm", hue)
    plot.simulation(norm, found, "t", hue)
    bands = [plot.Band(figure.region("norm"), span=(_FROM, np.inf))]
    plot.residual(norm, found, law, "t", "norm", hue, bands=bands)
    norm.set(title="Mean norm", xlabel="time $t$", ylabel="mean norm")
    wider = _wider(runs, law)
    plot.simulation(width, wider, "t", hue, join=True, band=True)
    plot.level(width, 1.0, "law", colour=plot.PREDICTION)
    width.set(title="Spread of the norms", xlabel="time $t$", ylabel="s.d. over law's")
    width.set_xlim(norm.get_xlim())
    width.set_ylim(bottom=min(0.98, width.get_ylim()[0]))
    figure.name_in_each()
    widest = deltas[-1]
    own, predicted = (frame[frame["delta"] == widest] for frame in (runs, law))
    _ridges(ridges, figure, own, predicted, hue.colours[widest])
    ridges.set(title=rf"Norms of the weights, $\Delta = {widest:g}$")
    each = found.merge(law[["delta", "t", "norm"]], on=["delta", "t"])
    over = each[["estimate", "low", "high"]].div(each["norm"], axis=0)
    figure.say(outside=int(plot.excludes(over, 1).sum()), compared=len(over))
    figure.say(
        holding=int((wider["low"] <= 1).sum()),
        points=len(wider),
        high=wider["estimate"].max() - 1,
        step=f"${plot.number(float(tables.value('isotropic_gaussians', 'step')))}$",
    )


def _wider(runs: pd.DataFrame, law: pd.DataFrame) -> pd.DataFrame:
    """Return the widths of the runs' norms over the law's."""
    spreads = {}
    for (delta, t), of_law in law.groupby(["delta", "t"]):
        quantiles, shares = np.asarray(of_law["quantiles"].iloc[0]), np.diff(SHARES)
        middle = (quantiles[1:] + quantiles[:-1]) / 2
        centre = np.average(middle, weights=shares)
        spreads[delta, t] = np.sqrt(np.average((middle - centre) ** 2, weights=shares))
    over = [np.std(row["norms"]) / spreads[row["delta"], row["t"]] for _, row in runs.iterrows()]
    return plot.estimates(runs.assign(over=over), "over", ["delta", "t"], "log")


def _ridges(ax: Axes, figure: Sheet, runs: pd.DataFrame, law: pd.DataFrame, colour: str) -> None:
    """Draw one row per time."""
    times = sorted(runs["t"].unique())
    laws = {t: np.asarray(law[law["t"] == t]["quantiles"].iloc[0]) for t in times}
    densities = {t: np.gradient(SHARES, quantiles) for t, quantiles in laws.items()}
    scale = _ROWS_HIGH / max(density.max() for density in densities.values())
    for row, t in reversed(list(enumerate(times))):
        norms = np.concatenate(list(runs[runs["t"] == t]["norms"]))
        heights, edges = np.histogram(norms, bins=40, density=True)
        place = {"baseline": row, "zorder": 3 - 0.01 * row}
        ax.stairs(row + scale * heights, edges, fill=True, color="white", **place)
        ax.stairs(row + scale * heights, edges, fill=True, color=colour, alpha=0.4, **place)
        ax.stairs(row + scale * heights, edges, color=colour, linewidth=0.7, **place)
        ax.plot(laws[t], row + scale * densities[t], color=plot.PREDICTION, linewidth=0.6)
        ax.lines[-1].set_zorder(3.005 - 0.01 * row)
        ax.axhline(row, color="0.85", linewidth=0.4, zorder=1)
        centres = (edges[1:] + edges[:-1]) / 2
        figure.record(ax, "simulation", "simulation", x=centres, y=heights, t=t)
        figure.record(ax, "theory", "theory", x=laws[t], y=densities[t], t=t)
    ax.set_yticks(range(len(times)), [f"$t = {t:g}$" for t in times])
    ax.grid(False)
    ax.set(xlabel="norm of a weight", ylabel=" ", ylim=(-0.15, len(times) - 0.9 + _ROWS_HIGH))
