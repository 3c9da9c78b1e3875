"""Evidence for figx-online."""

from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.statistics import Evidence, Tables, by_seed, one_by_seed


def many_passes(tables: Tables) -> Evidence:
    gaps = []
    for s, n in ((1, 1000), (2, 1000)):
        many, once = (
            recovered(tables.runs("one_pass", s=s, n=n, passes=passes), "factor")
            for passes in ("many", "one")
        )
        shares = by_seed(once, "recovered", "factor")
        best = shares[shares.mean().idxmax()].to_numpy()
        gaps.append((f"s = {s}, n = {n}", one_by_seed(many, "recovered") - best))
    return Evidence.stacked(gaps)
