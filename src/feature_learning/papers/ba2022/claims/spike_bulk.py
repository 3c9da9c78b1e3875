"""Evidence for spike-bulk."""

from feature_learning.papers.ba2022.shared.model import ROOT, StepLaw
from feature_learning.statistics import Evidence, Tables, by_seed, one_by_seed, slope_of_mean

_EIGHT, _TEN_ROOT = StepLaw(8.0, 0.0), StepLaw(10.0, 0.5)


def unchanged(tables: Tables) -> Evidence:
    runs = tables.runs("bulk", **ROOT.columns)
    rival = float(runs["spread_distance"].mean())
    return Evidence.stacked([(ROOT.name, one_by_seed(runs, "bulk_distance"))]).against(rival)


def law(tables: Tables) -> Evidence:
    own = [
        (step.name, one_by_seed(tables.runs("bulk", **step.columns), "law_distance"))
        for step in (_EIGHT, ROOT)
    ]
    rival = float(tables.runs("bulk", **_TEN_ROOT.columns)["law_distance"].mean())
    return Evidence.stacked(own).against(rival)


def rank_one(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("rank_one"), "distance", "d"), "slope in d")
