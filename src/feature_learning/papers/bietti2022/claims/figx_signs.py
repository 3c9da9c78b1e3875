"""Evidence for figx-signs."""

from feature_learning.papers.bietti2022.claims import smallest
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.statistics import Evidence, Tables, by_seed


def sign_decides(tables: Tables) -> Evidence:
    runs = recovered(smallest(tables.runs("signs", s=2)), "force_signs")
    shares = by_seed(runs, "recovered", "force_signs")
    return Evidence.stacked([("s = 2", (shares[False] - shares[True] / 2).to_numpy())])
