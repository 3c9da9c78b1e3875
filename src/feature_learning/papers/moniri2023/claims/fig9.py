"""Evidence for fig9."""

from feature_learning.statistics import Evidence, Tables, by_seed


def reuse(tables: Tables) -> Evidence:
    reused, fresh = (
        by_seed(tables.runs("reuse", batch=batch), "objective_gain", "alpha", [0.0, 0.1, 0.2, 0.29])
        for batch in ("reused", "fresh")
    )
    return Evidence.of(reused - 2 * fresh, "alpha")
