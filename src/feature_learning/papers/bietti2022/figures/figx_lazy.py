"""Wide networks in the lazy regime: their distance from the kernel's predictor, and how far they
move.
"""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_PANELS = {"distance": "Distance from the kernel", "movement": "Movement of the first layer"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw distance and movement against the width, with triangles of slope -1/2."""
    runs = tables.runs("lazy")
    for ax, value in figure.facets(list(_PANELS), _PANELS.__getitem__):
        means = plot.estimates(runs, value, ["width"], "log")
        plot.simulation(ax, means, "width", label="network", join=True)
        x, y = means["width"].to_numpy(), means["estimate"].to_numpy()
        plot.triangle(ax, x, y, -0.5, "$-1/2$", above=False)
        plot.logarithmic(ax)
        ax.margins(y=0.15)
        ax.set(xlabel="neurons $N$", ylabel="relative " + value)
        slope = np.polyfit(np.log(x.astype(float)), np.log(y), 1)[0]
        figure.say(**{value: float(slope)})
