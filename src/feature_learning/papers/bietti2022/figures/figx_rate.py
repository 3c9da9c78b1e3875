"""The distance from the pole and the risk after fine-tuning, over what is predicted for them."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.papers.bietti2022.panels import dimension_hue, exponent_hue
from feature_learning.papers.bietti2022.quantities import (
    distance_over_theory,
    fine_tuned_over_theory,
)
from feature_learning.papers.bietti2022.quantities.ends import recovered
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the ratio of the distance against n/d^3, by d, for s = 1 and 2, and that of the risk
    against n, by s.
    """
    distances = distance_over_theory(tables).with_coordinate(scaled="n / d**3")
    runs = recovered(tables)
    *of_s, tuned = figure.panels(1, 3, height=2.6, sharey="row")
    figure.name_in_each()
    dimensions = dimension_hue(distances.points)
    for ax, s in zip(of_s, (1, 2), strict=True):
        plot.quantity(ax, distances.at(s=s), "scaled", dimensions)
        x = np.geomspace(distances.points["scaled"].min(), distances.points["scaled"].max(), 60)
        hits = runs[runs["pole"] & (runs["s"] == s)]
        plot.guide(ax, x, np.maximum(1.0, 1 / x) / hits["constant"].median(), "theorem", at=0.3)
        ax.set(title=f"Distance, $s = {s}$", xlabel="samples $n/d^3$")
    ratios = fine_tuned_over_theory(tables, ("s", "d", "n")).at(d="smallest")
    plot.quantity(tuned, ratios, "n", exponent_hue(ratios.points), join=True)
    tuned.set(title="Risk after fine-tuning", xlabel="samples $n$")
    for ax in (*of_s, tuned):
        plot.level(ax, 1.0, "", colour=plot.PREDICTION)
        plot.logarithmic(ax)
        ax.set_ylabel("ratio to the prediction")
    figure.say(level=RECOVERED)
