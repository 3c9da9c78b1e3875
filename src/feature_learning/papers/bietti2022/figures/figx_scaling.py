"""The sample size at which the direction is found, over the theorem's."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.panels import exponent_hue, name_with_exponents
from feature_learning.papers.bietti2022.quantities import best_threshold
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the thresholds of the best of eight initialisations over the theorem's n."""
    ratios, reached = best_threshold(tables), best_threshold(tables, reached=True)
    (ax,) = figure.panels(width=figure.target.page * 0.75, height=2.6)
    hue, means = exponent_hue(ratios.points), ratios.table()
    counted = set(map(tuple, reached.points[["s", "d"]].to_numpy()))
    never = [cell not in counted for cell in zip(means["s"], means["d"], strict=True)]
    means.loc[never, ["low", "high"]] = np.nan
    plot.simulation(ax, means, "d", hue, join=True)
    name_with_exponents(ax, ratios, reached, hue)
    plot.level(ax, 1.0, "theorem's order", at=0.98)
    dimensions = sorted(ratios.points["d"].unique())
    plot.logarithmic(ax, "x", ticks=dimensions)
    plot.logarithmic(ax, "y")
    ax.margins(x=0.08)
    ax.set(xlabel="dimension $d$", ylabel="samples over the theorem's order")
    figure.say(low=int(dimensions[0]), high=int(dimensions[-1]), level=RECOVERED)
