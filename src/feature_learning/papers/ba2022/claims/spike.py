"""Evidence for spike."""

import math
from collections.abc import Sequence

import pandas as pd

from feature_learning.papers.ba2022.claims import joined
from feature_learning.papers.ba2022.shared.model import ROOT, StepLaw
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    by_seed,
    one_by_seed,
    slope_of_mean,
)

_EIGHT, _TEN_ROOT = StepLaw(8.0, 0.0), StepLaw(10.0, 0.5)


def _spike(
    tables: Tables, value: str, etas: Sequence[float], teacher: str = "relu"
) -> pd.DataFrame:
    return by_seed(tables.runs("spike", teacher=teacher), value, "eta", etas)


def _etas(tables: Tables, low: float, high: float, teacher: str = "relu") -> list[float]:
    """Return the steps between two multiples of the critical one."""
    critical = tables.value("spike", "critical", teacher=teacher)
    etas = map(float, tables.values("spike", "eta"))
    return [eta for eta in etas if low * critical <= eta <= high * critical]


def outlier(tables: Tables) -> Evidence:
    ratios = {}
    for teacher, name in (("relu", "ReLU"), ("he2", "H_2")):
        etas = _etas(tables, 1.5, math.inf, teacher)
        largest, given = (
            _spike(tables, value, etas, teacher) for value in ("largest", "largest_given")
        )
        ratios[name] = largest / given
    return joined(ratios, "eta")


def alignment(tables: Tables) -> Evidence:
    runs, theory = (read("spike", teacher="relu") for read in (tables.runs, tables.theory))
    etas = _etas(tables, 1.5, math.inf)
    return against_theory(runs, theory, "alignment", "eta", etas, symbol="eta")


def none_below(tables: Tables) -> Evidence:
    largest = _spike(tables, "largest", _etas(tables, 0, 1 / 1.7))
    return Evidence.of(largest - tables.value("spike", "edge"), "eta")


def no_alignment_below(tables: Tables) -> Evidence:
    d, overlaps = tables.value("spike", "d"), _spike(tables, "alignment", _etas(tables, 0, 1 / 1.7))
    return Evidence.of(overlaps * d, "eta").against(0.8 * d)


def control_no_alignment(tables: Tables) -> Evidence:
    return Evidence(_spike(tables, "alignment", [8.0], "he2").to_numpy(), ["eta = 8"])


def bulk_unchanged(tables: Tables) -> Evidence:
    runs = tables.runs("bulk", **ROOT.columns)
    rival = float(runs["spread_distance"].mean())
    return Evidence.stacked([(ROOT.name, one_by_seed(runs, "bulk_distance"))]).against(rival)


def bulk_law(tables: Tables) -> Evidence:
    own = [
        (step.name, one_by_seed(tables.runs("bulk", **step.columns), "law_distance"))
        for step in (_EIGHT, ROOT)
    ]
    rival = float(tables.runs("bulk", **_TEN_ROOT.columns)["law_distance"].mean())
    return Evidence.stacked(own).against(rival)


def bulk_rank_one(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("rank_one"), "distance", "d"), "slope in d")
