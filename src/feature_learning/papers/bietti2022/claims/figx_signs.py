"""Evidence for figx-signs."""

import pandas as pd

from feature_learning.papers.bietti2022.claims import smallest
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.statistics import Evidence, Tables, by_seed


def _fraction(runs: pd.DataFrame, point: str) -> Evidence:
    """Return which of the runs at the smallest dimension recover; they share no sample."""
    overlaps = smallest(runs)["overlap"].to_numpy()
    name = point.format(len(overlaps))
    return Evidence(overlaps[:, None] > RECOVERED, [name], estimate="fraction")


def _probability(tables: Tables, s: int) -> Evidence:
    return _fraction(tables.runs("signs", s=s, force_signs=False), f"s = {s}, {{}} inits")


def probability_first(tables: Tables) -> Evidence:
    return _probability(tables, 1)


def probability_half(tables: Tables) -> Evidence:
    return _probability(tables, 2)


def probability_third(tables: Tables) -> Evidence:
    return _probability(tables, 3)


def sign_decides(tables: Tables) -> Evidence:
    runs = recovered(smallest(tables.runs("signs", s=2)), "force_signs")
    shares = by_seed(runs, "recovered", "force_signs")
    return Evidence.stacked([("s = 2", (shares[False] - shares[True] / 2).to_numpy())])


def one_sign_enough_for_first(tables: Tables) -> Evidence:
    return _fraction(tables.runs("signs_sampled", s=1), "{} runs")
