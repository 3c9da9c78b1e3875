"""Wide networks in the lazy regime: their distance from the kernel's predictor, and how far they
move.
"""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_VALUES = plot.unordered(
    "quantity", {"distance": "distance from the kernel", "movement": "movement of the first layer"}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw distance and movement against the width, with their exponents at the right edge."""
    (ax,) = figure.panels(height=2.2)
    runs = tables.runs("lazy")
    long = runs.melt(["seed", "width"], list(_VALUES.names), "quantity")
    means = plot.estimates(long, "value", ["quantity", "width"], "log")
    plot.simulation(ax, means, "width", _VALUES, join=True)
    found = plot.exponents(long, "width", "value", "quantity").set_index("quantity")
    for quantity, colour in _VALUES.colours.items():
        own = means[means["quantity"] == quantity].sort_values("width")
        figure.edge_label(ax, own["estimate"].iloc[-1], plot.measured(found.loc[quantity]), colour)
        middle = own.iloc[len(own) // 2]
        ax.annotate(
            _VALUES.names[quantity],
            (middle["width"], middle["high"]),
            (1, 2),
            textcoords="offset points",
            color=plot.written(colour),
            ha="left",
            va="bottom",
        )
    figure.entries = []  # named above
    x, y = (own[name].to_numpy(dtype=float) for name in ("width", "estimate"))
    plot.triangle(ax, x, y, -0.5, "$-1/2$", above=False)
    plot.logarithmic(ax, "x", ticks=sorted(runs["width"].unique()))
    plot.logarithmic(ax, "y")
    ax.margins(y=0.15)
    ax.set(xlabel="neurons $N$", ylabel="relative distance")
    widest = means[means["width"] == means["width"].max()].set_index("quantity")["estimate"]
    figure.say(left=widest["distance"], most=int(runs["width"].max()))
    figure.say(**{str(name): row["estimate"] for name, row in found.iterrows()})
