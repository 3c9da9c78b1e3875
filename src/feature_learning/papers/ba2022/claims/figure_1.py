"""Evidence for figure-1."""

from feature_learning.papers.ba2022.claims import (
    joined,
    large_step_risk,
    large_steps_over_bound,
    small_steps_over_bound,
)
from feature_learning.papers.ba2022.shared.model import FOUR, NO_STEP, ONE, ROOT, THREE_ROOT
from feature_learning.statistics import Evidence, Tables, slope_of_mean


def slope(tables: Tables) -> Evidence:
    return slope_of_mean(large_step_risk(tables, THREE_ROOT, least=8.0), "slope in n/d")


def large_below_bound(tables: Tables) -> Evidence:
    return large_steps_over_bound(tables, [ROOT, THREE_ROOT], least=8.0)


def small_above_bound(tables: Tables) -> Evidence:
    return small_steps_over_bound(tables, [ONE, FOUR])


def ordering(tables: Tables) -> Evidence:
    gains = {}
    for worse, better in ((NO_STEP, FOUR), (FOUR, ROOT), (FOUR, THREE_ROOT)):
        before, after = (large_step_risk(tables, step, least=4.0) for step in (worse, better))
        gains[f"{worse.name} over {better.name}"] = before - after
    return joined(gains, "n/d")
