"""The population loss along the overlap, and the norm of its gradient on the sphere."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.experiments.landscape import overlaps
from feature_learning.papers.bietti2022.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables

_RIDGE, _LEAST = 0.01, 1e-3  # the ridge is the nearest to the first
_HALF = 0.5  # of |m|: one gradient panel ends there, the other begins
_SMALL, _NEAR = 0.1, 2e-3  # of |m| and of 1 - |m|: where slopes are drawn
_RIBBON = (0.05, 0.95)  # the quantiles of the draws between which the ribbon lies


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the loss and its gradient for each s at one ridge."""
    losses, slopes, poles = figure.hero(2, share=0.56, height=3.2)
    law, m = tables.theory("landscape"), overlaps(tables.value("landscape", "points"))
    ridge = min(tables.values("landscape", "ridge"), key=lambda ridge: abs(ridge - _RIDGE))
    law = law[law["ridge"] >= _LEAST]
    hue = exponent_hue(law)
    null = law.set_index(["s", "ridge"])["null"]
    wide, gaps = law[law["ridge"] == ridge], [0.0]
    for s, networks in hue.split(tables.runs("landscape", ridge=ridge)):
        ratios = np.stack(list(networks["loss"]))[:, m > 0] / null[s, ridge]
        low, high = np.quantile(ratios, _RIBBON, axis=0)
        points = {"x": m[m > 0], "y": ratios.mean(axis=0)}
        losses.fill_between(points["x"], low, high, color=hue.colours[s], alpha=0.3, linewidth=0)
        figure.record(losses, hue.names[s], "simulation", **points, low=low, high=high)
        figure.say(draws=len(ratios), ribbon=_RIBBON[1] - _RIBBON[0])
        limit = wide.set_index("s")["loss"][s][m > 0] / null[s, ridge]
        gaps.append(np.abs(points["y"] / limit - 1).max())
    figure.say(off=max(gaps))
    _losses(losses, wide, m, hue)
    plot.level(losses, 1.0, "null risk", at=0.02)
    losses.set(title=f"Loss, ridge ${ridge:g}$", ylim=(0.4, 1.06))
    inner = wide[["s", "inner", "slope"]].explode(["inner", "slope"], ignore_index=True)
    inner = inner.astype(float)
    inner = inner[inner["inner"] > 0].assign(distance=1 - inner["inner"])
    plot.theory(
        slopes, inner[inner["inner"] <= _HALF], "inner", "slope", hue, kinks=True, ends=True
    )
    for s, own in hue.split(inner[inner["inner"] <= _SMALL]):
        power = 2 * int(s) - 1
        at, size = (own.sort_values("inner")[name].to_numpy() for name in ("inner", "slope"))
        colour = plot.darker(hue.colours[s])
        plot.triangle(slopes, at, size, power, f"${power}$", colour=colour, above=False)
    slopes.set(title="Gradient towards the equator", xlabel="small overlap $|m|$")
    near = inner[inner["distance"] <= _HALF]
    plot.theory(poles, near, "distance", "slope", hue, kinks=True, ends=True)
    last = near[near["s"] == near["s"].max()].sort_values("distance")
    last = last[last["distance"] <= _NEAR]
    at, size = (last[name].to_numpy() for name in ("distance", "slope"))
    plot.triangle(poles, at, size, 0.5, "$1/2$", above=False)
    poles.set(title="Towards the pole", xlabel="distance $1 - |m|$")
    for ax, name in ((slopes, "gradient at $|m|$"), (poles, "gradient at $1 - |m|$")):
        plot.logarithmic(ax)
        ax.set(ylabel=name)
    figure.say(ridge=ridge)
    losses.set(xlabel="overlap $|m|$", xlim=(-0.02, 1.02))


def _losses(ax: Axes, law: pd.DataFrame, m: np.ndarray, hue: plot.Hue) -> None:
    """Draw losses at infinite width over the null risk."""
    parts = [
        pd.DataFrame({hue.column: row[hue.column], "m": m, "loss": row["loss"] / row["null"]})
        for _, row in law.iterrows()
    ]
    curves = pd.concat(parts, ignore_index=True)
    plot.theory(ax, curves[curves["m"] > 0], "m", "loss", hue, ends=True)
    ax.set(ylabel="loss over null risk")
