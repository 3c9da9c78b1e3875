"""The risk of SGD in several dimensions on one equation."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.background.shared.online_panel import online_panel
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against time in each dimension."""
    (ax,) = figure.panels(height=2.4)
    runs = tables.runs("dimension_independence")
    dimensions = plot.ordered("d", runs["d"], "$d = {}$", "flare")
    online_panel(ax, runs, "t", dimensions, largest=2.2)
    ax.set(xlabel="$t$")
    figure.key(ax, "lower left")
    gaps = np.abs(runs["risk"] / runs["ode_risk"] - 1)
    figure.say(
        off=gaps.max(), typical=float(np.sqrt((gaps**2).mean())), seeds=runs["seed"].nunique()
    )
