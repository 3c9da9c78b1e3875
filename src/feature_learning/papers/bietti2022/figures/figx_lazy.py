"""Wide networks in the lazy regime: their distance from the kernel's predictor, and how far they
move.
"""

from dataclasses import replace

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_VALUES = plot.unordered("quantity", {"distance": "distance", "movement": "movement"})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw distance and movement against the width, with their exponents at the right edge."""
    (ax,) = figure.panels(width=figure.target.page * 0.6, height=2.2)
    runs = tables.runs("lazy")
    long = runs.melt(["seed", "width"], list(_VALUES.names), "quantity")
    means = plot.estimates(long, "value", ["quantity", "width"], "log")
    found = plot.exponents(long, "width", "value", "quantity").set_index("quantity")
    names = {
        quantity: f"{name}: {plot.measured(found.loc[quantity])}"
        for quantity, name in _VALUES.names.items()
    }
    plot.simulation(ax, means, "width", replace(_VALUES, names=names), join=True, ends=True)
    own = means[means["quantity"] == "movement"].sort_values("width")
    x, y = (own[name].to_numpy(dtype=float) for name in ("width", "estimate"))
    plot.triangle(ax, x, y, -0.5, "$-1/2$", above=False)
    plot.logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    plot.logarithmic(ax, "y")
    ax.margins(y=0.15)
    ax.set(xlabel="neurons $N$", ylabel="relative distance")
    widest = means[means["width"] == means["width"].max()].set_index("quantity")["estimate"]
    figure.say(left=widest["distance"], most=int(runs["width"].max()))
    figure.say(**{str(name): plot.measured(row) for name, row in found.iterrows()})
