"""What the step does beside its spike: the bulk, and what the gradient has beyond rank one."""

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
_STEPS = {(8.0, 0.0): "$8$", (1.0, 0.5): r"$\sqrt{N}$", (3.0, 0.5): r"$3\sqrt{N}$"}
_STEPS |= {(10.0, 0.5): r"$10\sqrt{N}$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw how far the bulk moves, and the gradient's distance from rank one."""
    bulk, remainder = figure.hero(1, share=0.6, height=2.4)
    _bulk(bulk, tables)
    _remainder(remainder, tables.runs("rank_one"))


def _bulk(ax: Axes, tables: Tables) -> None:
    order = list(_STEPS)
    runs = tables.runs("bulk")
    keys = zip(runs["scale"], runs["alpha"], strict=True)
    runs = runs.assign(place=[order.index(key) for key in keys])
    means = plot.estimates(runs, list(_LAYERS.names), ["place"], "log")
    plot.simulation(ax, means, "place", _LAYERS)
    plot.logarithmic(ax, "y")
    ax.set_xticks(range(len(order)), list(_STEPS.values()))
    ax.set(title="Movement of the bulk", xlabel=r"step $\eta$", xlim=(-0.4, len(order) - 0.6))
    ax.set_ylabel("KS distance from $W_0$")
    root = runs[(runs["scale"] == ROOT.scale) & (runs["alpha"] == ROOT.alpha)]
    largest = runs[runs["place"] == len(order) - 1]
    plot.sheet_of(ax).say(
        moved=float(root["bulk_distance"].mean()),
        spread=float(root["spread_distance"].mean()),
        far=float(largest["bulk_distance"].mean()),
        d=int(runs["d"].iloc[0]),
    )


def _remainder(ax: Axes, runs: pd.DataFrame) -> None:
    means = plot.estimates(runs, "distance", ["d"], "log")
    colour = plot.METHODS["equivalent"]
    plot.simulation(ax, means, "d", colour=colour)
    found = plot.exponents(runs.assign(series=0), "d", "distance", "series")
    d, values = (means[name].to_numpy(dtype=float) for name in ("d", "estimate"))
    plot.triangle(ax, d, values, -0.5, plot.measured(next(found.itertuples())), colour=colour)
    plot.logarithmic(ax, "x", ticks=sorted(runs["d"].unique()))
    plot.logarithmic(ax, "y")
    ax.margins(y=0.15)
    ax.set(title="Distance from rank one", xlabel="dimension $d$")
    ax.set_ylabel(r"$\|G-\mu_1 a g^\top\|/\|G\|$")
