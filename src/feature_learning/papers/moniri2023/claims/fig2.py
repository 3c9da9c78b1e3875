"""Evidence for fig2."""

import numpy as np

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    against_theory_by,
    by_seed,
    slope_of_mean,
)


def _slope(tables: Tables, value: str) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("gradient_rank"), value, "n"), "slope in n")


def dropped_slope(tables: Tables) -> Evidence:
    return _slope(tables, "dropped")


def corrected_slope(tables: Tables) -> Evidence:
    return _slope(tables, "kept_corrected")


def talk_rank_one(tables: Tables) -> Evidence:
    return _slope(tables, "kept")


def kept_level(tables: Tables) -> Evidence:
    runs, theory = tables.runs("gradient_rank"), tables.theory("gradient_rank")
    return against_theory(runs, theory, "kept", "n", symbol="n")


def cosine(tables: Tables) -> Evidence:
    runs, theory = tables.runs("beta_alignment"), tables.theory("beta_alignment")
    tasks = {1: "task 1", 2: "task 2"}
    evidence = against_theory_by("task", tasks, runs, theory, "cosine", "n_over_d", symbol="n/d")
    ratios = np.array(sorted(runs["n_over_d"].unique()))
    without = 1 / np.sqrt(1 + 1 / ratios)  # with the labels' linear part alone
    return evidence.against([*without, *without])
