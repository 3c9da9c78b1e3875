"""Evidence for fig9."""

import pandas as pd

from feature_learning.statistics import Evidence, Tables, by_seed, named, slope_of_mean


def _excess(tables: Tables, model: str, time: int) -> pd.DataFrame:
    """Return a model's error less that of true features, paired, over the mean of these."""
    error, true = (
        by_seed(tables.runs("equivalence", model=name, time=time), "error", "alpha")
        for name in (model, "true-features")
    )
    return (error - true) / true.mean()


def _evidence(excess: pd.DataFrame) -> Evidence:
    return Evidence(excess.to_numpy(), named("n/d", list(excess.columns)))


def conditional(tables: Tables) -> Evidence:
    matched = _excess(tables, "matched", 1).mean().to_numpy()
    return _evidence(_excess(tables, "conditional", 1)).against(matched)


def matched_fails(tables: Tables) -> Evidence:
    return _evidence(_excess(tables, "matched", 1))


def before(tables: Tables) -> Evidence:
    after = _excess(tables, "matched", 1).mean()
    sizes = [alpha for alpha in after.index if alpha != 1.0]  # n = p is near the peak
    return _evidence(_excess(tables, "matched", 0)[sizes]).against(after[sizes].to_numpy())


def rank_one_update(tables: Tables) -> Evidence:
    runs = tables.runs("update_rank")
    ratios = by_seed(runs.assign(ratio=runs["second"] / runs["first"]), "ratio", "d")
    return slope_of_mean(ratios, "exponent in d")
