"""Evidence for fig1."""

from collections.abc import Sequence

import pandas as pd

from feature_learning.papers.ba2022.claims import (
    joined,
    large_step_risk,
    large_steps_over_bound,
    small_steps_over_bound,
)
from feature_learning.statistics import Evidence, Tables, by_seed, slope_of_mean


def slope(tables: Tables) -> Evidence:
    return slope_of_mean(large_step_risk(tables, "three-root", least=8.0), "slope in n/d")


def large_below_bound(tables: Tables) -> Evidence:
    return large_steps_over_bound(tables, ["root", "three-root"], least=8.0)


def small_above_bound(tables: Tables) -> Evidence:
    return small_steps_over_bound(tables, ["one", "four"])


def ordering(tables: Tables) -> Evidence:
    gains = {}
    for worse, better in (("none", "four"), ("four", "root"), ("four", "three-root")):
        before, after = (large_step_risk(tables, step, least=4.0) for step in (worse, better))
        gains[f"{worse} over {better}"] = before - after
    return joined(gains, "n/d")


def _tanh_risk(
    tables: Tables, teacher: str, step: str, sizes: Sequence[float] | None = None, *, bias: int = 1
) -> pd.DataFrame:
    """Return the risk by seed and n/d of the tanh student."""
    runs = tables.runs("biases", teacher=teacher, bias=bias, step=step)
    return by_seed(runs, "risk", "psi1", sizes)


def biases_learn(tables: Tables) -> Evidence:
    cells = {"relu": [16.0, 32.0], "softplus": [32.0], "he1-he3": [16.0, 32.0]}
    over = {}
    for teacher, sizes in cells.items():
        bound = tables.value("biases", "bound", teacher=teacher)
        over[teacher] = _tanh_risk(tables, teacher, "three-root", sizes) / bound
    return joined(over, "n/d")


def k2_fails(tables: Tables) -> Evidence:
    return Evidence.of(_tanh_risk(tables, "he2-he3", "three-root", [8.0, 16.0, 32.0]), "n/d")
