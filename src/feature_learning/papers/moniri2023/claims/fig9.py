"""Evidence for fig9."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed, named


def reuse(tables: Tables) -> Evidence:
    alphas = [0.0, 0.1, 0.2, 0.29]
    reused, fresh = (
        by_seed(tables.runs("reuse", batch=batch), "objective_gain", "alpha", alphas).to_numpy() for batch in ("reused", "fresh")
    )
    return Evidence(reused - 2 * fresh, named("alpha", alphas))
