"""Weights after one step on n of order d and d^2, over their part outside the target's
directions.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_DIRECTIONS = plot.unordered("quantity", {"r1": "$w^{*}_1$", "r2": "$w^{*}_2$", "r3": "$w^{*}_3$"})
_CASES = {"regimes_trained": "$n = 64 d$, step 1", "regimes_square": "$n = 64 d^2$, step $d^{1/2}$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the weights along each direction after one step on n of order d and d^2."""
    panels = figure.facets(list(_CASES), _CASES.__getitem__, height=2.7)
    off = pd.concat(_weights(ax, tables, name) for ax, name in panels)
    reach = max(strip.get_ylim()[1] for strip in figure.strips)
    for strip in figure.strips:
        strip.set_ylim(-reach, reach)
    figure.say(
        outside=int(plot.excludes(off, 1).sum()),
        points=len(off),
        gap=(off["estimate"] - 1).abs().max(),
    )
    runs = tables.runs("regimes_square")
    sizes = plot.estimates(
        runs[runs["d"] == runs["d"].max()], list(_DIRECTIONS.names), ["d"], "rms"
    )
    many = sizes.set_index("quantity")["estimate"]
    figure.say(w2=many["r2"], w3=many["r3"], share=many["r2"] / np.sqrt(1 + (many**2).sum()))


def _weights(ax: Axes, tables: Tables, name: str) -> pd.DataFrame:
    """Draw the weights along each direction over their part outside all, and return them over what
    is predicted.
    """
    columns = list(_DIRECTIONS.names)
    law = tables.theory(name).melt("d", columns, "quantity", "size")
    sizes = plot.estimates(tables.runs(name), columns, ["d"], "rms")
    plot.theory(ax, law, "d", "size", _DIRECTIONS, ends=True)
    plot.simulation(ax, sizes, "d", _DIRECTIONS)
    plot.logarithmic(ax)
    plot.residual(ax, sizes, law, "d", "size", _DIRECTIONS)
    ax.set_xlabel("dimension $d$")
    ax.tick_params(labelleft=True)
    if name == next(iter(_CASES)):
        ax.set_ylabel("weights along / outside")
    both = sizes.merge(law, on=["quantity", "d"])
    return both[["estimate", "low", "high"]].div(both["size"], axis=0)
