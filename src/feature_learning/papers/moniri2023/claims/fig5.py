"""Evidence for fig5."""

from feature_learning.statistics import Evidence, Tables, at_points, by_seed

_RATE = 0.4  # between those of eta/sqrt(n), 0.3, and of its square


def same_batch_limit(tables: Tables) -> Evidence:
    runs, theory = (
        read("talk_by_size", task=1, network="slides", batch="same", alpha=0.2)
        for read in (tables.runs, tables.theory)
    )
    gains = by_seed(runs, "share", "n")
    sizes = [float(n) for n in gains.columns]
    gap = gains - at_points(theory, "share", "n", sizes)
    return Evidence.limit(gap.to_numpy(), sizes, 0.0, _RATE)
