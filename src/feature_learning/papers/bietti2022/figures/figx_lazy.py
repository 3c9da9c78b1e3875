"""Wide networks in the lazy regime: their distance from the kernel's predictor, and how far they
move.
"""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_VALUES = plot.unordered(
    "quantity", {"distance": "distance from the kernel", "movement": "movement of the first layer"}
)
_POWER = -0.5  # of the width, expected in the limit


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw distance and movement against the width, with their exponents at the right edge."""
    (ax,) = figure.panels(height=2.2)
    runs = tables.runs("lazy")
    long = runs.melt(["seed", "width"], list(_VALUES.names), "quantity")
    means = plot.estimates(long, "value", ["quantity", "width"], "log")
    plot.simulation(ax, means, "width", _VALUES, join=True)
    found = plot.exponents(long, "width", "value", "quantity").set_index("quantity")
    first = means[means["width"] == means["width"].min()]["estimate"]
    for quantity, colour in _VALUES.colours.items():
        own = means[means["quantity"] == quantity].sort_values("width")
        figure.edge_label(ax, own["estimate"].iloc[-1], plot.measured(found.loc[quantity]), colour)
        above = own["estimate"].iloc[0] == first.max()
        end, away = own.iloc[0 if above else -1], (4, 3) if above else (-4, -3)
        reach = [end[name] for name in ("estimate", "low", "high") if np.isfinite(end[name])]
        ax.annotate(
            _VALUES.names[quantity],
            (end["width"], max(reach) if above else min(reach)),
            away,
            textcoords="offset points",
            color=plot.written(colour),
            ha="left" if above else "right",
            va="bottom" if above else "top",
        )
    figure.entries = []  # named above
    plot.logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    plot.logarithmic(ax, "y")
    ax.margins(y=0.15)
    ax.set(xlabel="neurons $N$", ylabel="relative distance")
    widest = means[means["width"] == means["width"].max()].set_index("quantity")["estimate"]
    figure.say(left=widest["distance"], most=int(runs["width"].max()))
    figure.say(**{str(name): row["estimate"] for name, row in found.iterrows()})
    local = plot.local_exponents(long, "width", "value", "quantity")
    for quantity, steps in local.groupby("quantity"):
        powers = steps.groupby("width")["exponent"].mean()
        figure.say(**{f"near_{quantity!s}": ", ".join(f"${power:.2f}$" for power in powers)})
    beyond = plot.excludes(found, _POWER)
    said = {0: "both intervals contain", 1: "one interval excludes", 2: "both intervals exclude"}
    figure.say(holds=said[int(beyond.sum())])
