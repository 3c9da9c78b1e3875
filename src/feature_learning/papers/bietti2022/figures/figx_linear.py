"""Methods that do not learn the direction, kernel ridge regression and random features, over the
network.
"""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.panels import exponent_hue
from feature_learning.papers.bietti2022.quantities import (
    NETWORK_SPREAD,
    kernel_over_network,
    width_excess,
)
from feature_learning.papers.bietti2022.thresholds import MIDDLE
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk of either method over the network's, against all samples and against the
    number of neurons, by s.
    """
    features, network = (width_excess(tables, method) for method in ("features", "network"))
    network = network.at(offsets=NETWORK_SPREAD)
    near = features.at(offsets="smallest").over(network).averaged("geometric mean")
    shown = set(near.points["s"])
    kernel = kernel_over_network(tables).pooled().at(s=shown.__contains__)
    hue = exponent_hue(tables.runs("learning_curves"))
    of_samples, of_width = figure.panels(1, 2, sharey="row", height=2.5)
    figure.name_in_each()
    for ax, ratios, x, title, label in (
        (of_samples, kernel, "total", "Kernel over network", "all samples"),
        (of_width, near, "width_after", "Random features over network", "neurons"),
    ):
        plot.quantity(ax, ratios, x, hue, join=True)
        plot.level(ax, 1.0, "as good", at=0.98, below=True)
        plot.logarithmic(ax)
        ax.set(title=title, xlabel=label, ylabel="ratio of the excess risks")
    of_samples.margins(y=0.1)
    by_width = near.table()
    points = pd.concat([kernel.table(), by_width])
    figure.say(equal=int((points["low"] <= 1).sum()), all=len(points))
    highest = by_width.loc[by_width.groupby("s")["estimate"].idxmax()].set_index("s")
    figure.say(**{f"peak_{s}": highest["width_after"].get(s) for s in (1, 2)})
    spreads = features.points["offsets"]
    figure.say(d=MIDDLE, near=spreads.min(), far=spreads.max())
