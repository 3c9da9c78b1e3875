"""Evidence for fig3."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory


def cosine(tables: Tables) -> Evidence:
    parts = []
    for task in (1, 2):
        runs, theory = tables.runs("beta_alignment", task=task), tables.theory("beta_alignment", task=task)
        parts.append(against_theory(runs, theory, "cosine", "n_over_d", symbol="n/d", of=f"task {task}"))
    return Evidence.joined(parts)
