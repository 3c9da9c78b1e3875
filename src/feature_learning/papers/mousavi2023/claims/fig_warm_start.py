"""Evidence for fig-warm-start."""

from feature_learning.statistics import Evidence, Tables, one_by_seed


def overlap(tables: Tables) -> Evidence:
    gains = []
    for name in ("0.25-0.4", "0.25-0.8"):
        runs = tables.runs("warm_start", ratio=8, structure=name)
        gains.append((name, one_by_seed(runs, "after") - one_by_seed(runs, "start")))
    return Evidence.stacked(gains)


def learns(tables: Tables) -> Evidence:
    runs = tables.runs("warm_start", ratio=8, structure="0.25-0.8")
    before, after = (one_by_seed(runs, name).astype(float) for name in ("aligned", "aligned_step"))
    return Evidence.stacked([("0.25-0.8, n = 8 d", after - before)])
