"""Setting 2: what the step gains, and what it learns of the quadratic part."""

import pandas as pd

from feature_learning.papers.moniri2023.shared.panels import NETWORKS, RANK_ONE, gain_panel
from feature_learning.plotting import Sheet, Tables

_AXIS = {"model": "network"}
_PANELS = (
    ("objective_gain", "the objective passes the first level", "gain in objective"),
    ("test_gain", "large steps: rank one gains most", "gain in test error"),
    ("learned_h2", "$H_2$ is learned", "learned fraction of $H_2$"),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains and the learned fraction of H_2 against alpha."""
    runs, curves = (
        pd.concat(
            [read("one_step", task=2), read("models", model="rank-one").rename(columns=_AXIS)]
        )
        for read in (tables.runs, tables.theory)
    )
    for ax, (value, title, label) in zip(figure.panels(1, 3), _PANELS, strict=True):
        levels = value != "learned_h2"
        gain_panel(ax, runs, curves, value, NETWORKS + RANK_ONE, levels=levels)
        ax.set(title=title, ylabel=label)
