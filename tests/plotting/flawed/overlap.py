"""Mean overlaps with bars above 1, outside the axes, and an annotation outside the page."""

import numpy as np

from feature_learning.plotting.sheet import Sheet


def draw(figure: Sheet) -> None:
    """Draw means with Student's bars, and a note that does not fit."""
    left, right = figure.panels(1, 2, height=2.4)
    n, means = np.array([10.0, 100.0, 1000.0]), np.array([0.3, 0.7, 0.95])
    for ax in (left, right):
        ax.errorbar(n, means, yerr=[0.2, 0.4, 0.2], fmt="o", label="runs")
        ax.set_xscale("log")
        ax.set_ylim(0, 1.05)
        ax.set(xlabel="samples $n$", ylabel="overlap")
    left.legend(loc="lower right")
    right.annotate(
        "untrained: $n = 4d$", (1.2, 0.5), xycoords="axes fraction", annotation_clip=False
    ).set_in_layout(False)
    right.annotate("trained", (1.2, 0.5), xycoords="axes fraction").set_in_layout(False)
