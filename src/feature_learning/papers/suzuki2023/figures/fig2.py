"""Thresholds at three sizes of the relevant coordinates."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.curves import draw_needed, needed, slope
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_ALPHAS = [0.0, 0.5, 1.0]
_SERIES = ordered("series", ["network, $k = 2$", "network, $k = 3$"], palette="network") + ordered(
    "series", ["best kernel, $k = 2$", "best kernel, $k = 3$"], palette="kernel"
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one panel per alpha."""
    for ax, alpha in figure.facets(_ALPHAS, r"$\alpha = {:g}$", sharex="row", height=2.1):
        rows = pd.concat([needed(tables, k, alpha).assign(k=k) for k in (2, 3)])
        learner = rows["learner"].replace("kernel", "best kernel")
        rows = rows.assign(series=[f"{name}, $k = {k}$" for name, k in zip(learner, rows["k"], strict=True)])
        draw_needed(ax, rows, _SERIES, ("series", "d"), dodge=2)
        beside = rows[(rows["learner"] == "network") & (rows["k"] == (3 if alpha else 2))]
        slope(ax, beside, 1 - alpha, 2.2 if alpha else 0.3)
        ax.set_ylabel("samples to accuracy 0.8")
