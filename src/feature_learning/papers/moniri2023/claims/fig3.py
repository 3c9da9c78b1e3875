"""Evidence for fig3."""

from feature_learning.statistics import Evidence, Tables, against_theory


def cosine(tables: Tables) -> Evidence:
    parts = []
    for task in (1, 2):
        runs, theory = (
            tables.runs("beta_alignment", task=task),
            tables.theory("beta_alignment", task=task),
        )
        parts.append(
            against_theory(runs, theory, "cosine", "n_over_d", symbol="n/d", of=f"task {task}")
        )
    return Evidence.joined(parts)
