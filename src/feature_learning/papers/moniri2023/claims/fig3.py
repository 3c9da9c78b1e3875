"""Evidence for fig3."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, against_theory_by


def cosine(tables: Tables) -> Evidence:
    runs, theory = tables.runs("beta_alignment"), tables.theory("beta_alignment")
    tasks = {1: "task 1", 2: "task 2"}
    evidence = against_theory_by("task", tasks, runs, theory, "cosine", "n_over_d", symbol="n/d")
    ratios = np.array(sorted(runs["n_over_d"].unique()))
    without = 1 / np.sqrt(1 + 1 / ratios)  # with the labels' linear part alone
    return evidence.against([*without, *without])
