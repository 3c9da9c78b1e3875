"""What the step does beside its spike: the bulk, and what the gradient has beyond rank one."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.model import ROOT
from feature_learning.plotting import Sheet, Tables

_LAYERS = plot.methods(
    "quantity",
    {
        "bulk_distance": ("network", "the gradient"),
        "spread_distance": ("random features", "spread over all directions"),
    },
)
_CHANCE = "another draw of $W_0$"
_BAND = "0.8"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw how far the bulk moves, and the gradient's distance from rank one."""
    bulk, remainder = figure.hero(1, share=0.6, height=2.4)
    _bulk(bulk, tables.runs("bulk"))
    _remainder(remainder, tables.runs("rank_one"))


def _bulk(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the distances against the step in units of the root of the width, and that by chance."""
    root = np.sqrt(runs["psi2"] * runs["d"])
    runs = runs.assign(step=runs["scale"] * root ** (2 * runs["alpha"] - 1))
    means = plot.estimates(runs, list(_LAYERS.names), ["step"], "log")
    plot.simulation(ax, means, "step", _LAYERS, join=True)
    chance = plot.estimates(runs[runs["step"] == runs["step"].max()], "chance_distance", ["step"])
    level, low, high = (float(chance[name].iloc[0]) for name in ("estimate", "low", "high"))
    if np.isfinite([low, high]).all() and low > 0:
        ax.axhspan(low, high, color=_BAND, linewidth=0, zorder=1)
    plot.level(ax, level, _CHANCE, at=0.98)
    plot.regimes(ax, [1.0], [r"up to $\sqrt{N}$", ""])
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=(0.3, 1, 3, 10))
    ax.set(title="Movement of the bulk", xlabel=r"step $\eta/\sqrt{N}$")
    ax.set_ylabel("KS distance from $W_0$")
    at_root = runs[(runs["scale"] == ROOT.scale) & (runs["alpha"] == ROOT.alpha)]
    largest = runs[runs["step"] == runs["step"].max()]
    plot.sheet_of(ax).say(
        moved=float(at_root["bulk_distance"].mean()),
        spread=float(at_root["spread_distance"].mean()),
        far=float(largest["bulk_distance"].mean()),
        chance=level,
        d=int(runs["d"].iloc[0]),
    )


def _remainder(ax: Axes, runs: pd.DataFrame) -> None:
    means = plot.estimates(runs, "distance", ["d"], "log")
    colour = plot.METHODS["equivalent"]
    plot.simulation(ax, means, "d", colour=colour)
    found = plot.exponents(runs.assign(series=0), "d", "distance", "series").iloc[0]
    d, values = (means[name].to_numpy(dtype=float) for name in ("d", "estimate"))
    plot.triangle(ax, d, values, -0.5, "$-1/2$")
    ax.annotate(
        f"exponent\n{plot.measured(found)}",
        (0.04, 0.04),
        xycoords="axes fraction",
        va="bottom",
        color=plot.written(colour),
    )
    plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
    plot.logarithmic(ax, "y")
    ax.margins(y=0.15)
    ax.set(title="Distance from rank one", xlabel="dimension $d$")
    ax.set_ylabel(r"$\|G-\mu_1 a g^\top\|/\|G\|$")
