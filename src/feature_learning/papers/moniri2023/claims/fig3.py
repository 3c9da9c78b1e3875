"""Evidence for fig3."""

from feature_learning.statistics import Evidence, Tables, against_theory_by


def cosine(tables: Tables) -> Evidence:
    runs, theory = tables.runs("beta_alignment"), tables.theory("beta_alignment")
    tasks = {1: "task 1", 2: "task 2"}
    return against_theory_by("task", tasks, runs, theory, "cosine", "n_over_d", symbol="n/d")
