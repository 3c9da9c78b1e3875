"""The population loss along the overlap, and the norm of its gradient on the sphere."""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.experiments.landscape import overlaps
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables

_RIDGE, _LEAST = 0.01, 1e-3
_DRAWS = 6  # of each s, which are enough to show the spread


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the loss and its gradient for each s at one ridge."""
    slopes, losses = figure.hero(1, share=0.58, height=2.4)
    law, m = tables.theory("landscape"), overlaps(tables.value("landscape", "points"))
    law = law[law["ridge"] >= _LEAST]
    hue = exponent_hue(law)
    null = law.set_index(["s", "ridge"])["null"]
    runs = tables.runs("landscape", seed=0, ridge=_RIDGE)
    for s, networks in hue.split(runs[runs["draw"] < _DRAWS]):
        for which, loss in zip(networks["draw"], networks["loss"], strict=True):
            share = loss[m > 0] / null[s, _RIDGE]
            losses.plot(m[m > 0], share, color=hue.colours[s], linewidth=0.4, alpha=0.5, zorder=1.8)
            points = {"x": m[m > 0], "y": share, "draw": which}
            figure.record(losses, hue.names[s], "simulation", **points)
    wide = law[law["ridge"] == _RIDGE]
    _losses(losses, wide, m, hue)
    plot.level(losses, 1.0, "null risk", at=0.02)
    losses.set(title=f"Loss, ridge ${_RIDGE:g}$", ylim=(0.4, 1.06))
    inner = wide[["s", "inner", "slope"]].explode(["inner", "slope"]).astype(float)
    names = {s: f"{name}: ${_power(2 * int(s) - 1)}$" for s, name in hue.names.items()}
    rising = replace(hue, names=names)
    plot.theory(slopes, inner[inner["inner"] > 0], "inner", "slope", rising, kinks=True)
    plot.logarithmic(slopes, "y")
    slopes.set(title=f"Gradient of the loss, ridge ${_RIDGE:g}$", ylabel="gradient on the sphere")
    for ax in (losses, slopes):
        ax.set(xlabel="overlap $|m|$", xlim=(-0.02, 1.02))


def _power(exponent: int) -> str:
    """Return a power of m as it is written."""
    return "m" if exponent == 1 else f"m^{{{exponent}}}"


def _losses(ax: Axes, law: pd.DataFrame, m: np.ndarray, hue: plot.Hue) -> None:
    """Draw losses at infinite width over the null risk."""
    parts = [
        pd.DataFrame({hue.column: row[hue.column], "m": m, "loss": row["loss"] / row["null"]})
        for _, row in law.iterrows()
    ]
    curves = pd.concat(parts, ignore_index=True)
    plot.theory(ax, curves[curves["m"] > 0], "m", "loss", hue, ends=True)
    ax.set(ylabel="loss over null risk")
