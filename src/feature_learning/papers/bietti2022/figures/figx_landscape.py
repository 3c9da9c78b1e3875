"""The population loss along the overlap, and the norm of its gradient on the sphere."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.experiments.landscape import overlaps
from feature_learning.plotting.lines import level, logarithmic, number
from feature_learning.plotting.marks import theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_DRAWS = 6  # per ridge, which are enough to show the spread


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the losses in the top row and the gradients in the bottom row, one column per s."""
    law, runs = tables.theory("landscape"), tables.runs("landscape")
    law = law[law["ridge"] >= 1e-3]
    exponents, m = sorted(law["s"].unique()), overlaps(int(runs["points"].iloc[0]))
    hue = ordered("ridge", law["ridge"], lambda ridge: rf"ridge ${number(ridge)}$", "crest")
    axes = figure.panels(2, len(exponents), height=1.55, sharex=True, sharey="row")
    for top, bottom, s in zip(axes, axes[len(exponents) :], exponents, strict=False):
        own, drawn = law[law["s"] == s], runs[(runs["s"] == s) & (runs["draw"] < _DRAWS) & (runs["seed"] == 0)]
        top.set_title(f"$s = {s}$: the loss falls")
        bottom.set_title("no zero in between")
        null = float(own["null"].iloc[0])
        for ridge, part in hue.split(drawn):
            for which, loss in zip(part["draw"], part["loss"], strict=True):
                share = np.asarray(loss) / null
                top.plot(m, share, color=hue.colours[ridge], linewidth=0.35, alpha=0.7, zorder=1.8)
                figure.record(top, hue.names[ridge], "simulation", x=m, y=share, draw=which)
        theory(top, _long(own, m, "loss", null), "m", "loss", hue)
        level(top, 1.0, "null risk" if s == exponents[-1] else "")
        theory(bottom, _long(own, own["inner"].iloc[0], "slope", 1.0), "m", "slope", hue)
        logarithmic(bottom, "y")
        bottom.set(xlabel="overlap $|m|$", ylim=(1e-7, 1), xlim=(-0.02, 1.02))
    axes[0].set_ylabel("loss over null risk")
    axes[len(exponents)].set_ylabel("norm of the gradient")


def _long(rows: pd.DataFrame, m: np.ndarray, value: str, unit: float) -> pd.DataFrame:
    """Return one row per ridge and overlap, in units of a number."""
    parts = [pd.DataFrame({"ridge": row["ridge"], "m": m, value: np.asarray(row[value]) / unit}) for _, row in rows.iterrows()]
    found = pd.concat(parts)
    return found[found["m"] > 0]
