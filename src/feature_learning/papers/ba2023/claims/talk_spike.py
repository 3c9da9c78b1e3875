"""Evidence for talk-spike, at d = 256."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.claims import D
from feature_learning.papers.ba2023.shared.input_law import bulk_edges
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, slope_of_mean

_ABOVE, _FAR, _BELOW = (1.5, 2.0, 4.0, 8.0), (2.0, 4.0, 8.0), (0.0, 0.25)


def _measure(tables: Tables, column: str, thetas: Sequence[float]) -> pd.DataFrame:
    return by_seed(tables.runs("input_spike", d=D), column, "theta", thetas)


def outlier(tables: Tables) -> Evidence:
    ratios = _measure(tables, "largest", _ABOVE) / _measure(tables, "given", _ABOVE)
    return Evidence.of(ratios, "theta")


def overlap(tables: Tables) -> Evidence:
    runs, theory = tables.runs("input_spike", d=D), tables.theory("input_spike")
    return against_theory(runs, theory, "overlap", "theta", _FAR, symbol="theta").against(1 / D)


def none_below(tables: Tables) -> Evidence:
    edge = bulk_edges(tables.value("input_spike", "psi"))[1]
    return Evidence.of(_measure(tables, "largest", _BELOW) - edge, "theta").against([np.nan, 0.84])


def lost(tables: Tables) -> Evidence:
    runs = tables.runs("input_spike", theta=0.25)
    return slope_of_mean(by_seed(runs, "overlap", "d"), "slope in d, theta = 0.25")


def bulk(tables: Tables) -> Evidence:
    return Evidence.of(_measure(tables, "other", [2.0]), "theta")


def single(tables: Tables) -> Evidence:
    outside = _measure(tables, "outside", [2.0])
    return Evidence((outside == 1).to_numpy(), ["theta = 2"], estimate="fraction")
