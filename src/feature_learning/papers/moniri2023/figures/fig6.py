"""Setting 2: what the step gains, and what it learns of the quadratic part."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.shared.panels import NETWORKS, RANK_ONE, gain_panel, own_levels, theorem_levels
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains and the learned fraction of H_2 against alpha."""
    objective, test, learned = figure.panels(1, 3)
    runs, curves = (
        pd.concat([read("one_step", task=2), read("models", model="rank-one").rename(columns={"model": "network"})])
        for read in (tables.runs, tables.theory)
    )
    hue = NETWORKS + RANK_ONE
    objective.set_title("the objective passes the first level")
    gain_panel(objective, runs, curves, "objective_gain", hue, "gain in objective")
    test.set_title("large steps: rank one gains most")
    gain_panel(test, runs, curves, "test_gain", hue, "gain in test error")
    for ax, value in ((objective, "objective_gain"), (test, "test_gain")):
        theorem_levels(ax, curves, value)
        own_levels(ax, curves, value)
    learned.set_title("$H_2$ is learned")
    gain_panel(learned, runs, curves, "learned_h2", hue, "learned fraction of $H_2$")
