"""A spectrum whose outlier crosses the legend, beside panels whose y axes have no label."""

import numpy as np

from feature_learning.plotting.sheet import Sheet


def draw(figure: Sheet) -> None:
    """Draw two histograms, the second without a label."""
    axes = figure.panels(1, 2, height=2.2)
    edges = np.linspace(0, 10, 61)
    counts = np.histogram(np.append(np.linspace(0.3, 2.4, 299), 5.0), edges)[0]
    for ax in axes:
        ax.stairs(counts, edges, fill=True, alpha=0.35, label="simulation")
        ax.axvline(5.0, color="black", linestyle="--", label="theory: outlier")
        ax.set_yscale("log")
        ax.set_xlabel("singular value of $W_1$")
    axes[0].set_ylabel("count")
    axes[0].legend(loc="upper center")
