"""Evidence for fig-runtime."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.exponents import slopes_by_seed
from feature_learning.papers.mousavi2023.shared.model import gammas
from feature_learning.statistics.evidence import Evidence, named
from feature_learning.theory.spiked_overlap import overlap_exponent, runtime_exponent
from feature_learning.theory.whitened_flow import runtime_log_slope

_SMALL = 1e-2


def _pairs(tables: Tables) -> dict[str, tuple[float, float]]:
    names = sorted(tables.runs("initial_overlap")["structure"].unique())
    return {name: found for name in names if (found := gammas(name)) is not None}


def _slopes(tables: Tables, value: str, predicted: Sequence[float]) -> Evidence:
    pairs = _pairs(tables)
    observed = np.column_stack([slopes_by_seed(tables, value, name) for name in pairs])
    return Evidence(observed, [f"({a:g}, {b:g})" for a, b in pairs.values()], np.array(predicted))


def overlap(tables: Tables) -> Evidence:
    return _slopes(tables, "overlap", [overlap_exponent(*pair) for pair in _pairs(tables).values()])


def quadratic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_2", [runtime_log_slope(overlap_exponent(*pair)) for pair in _pairs(tables).values()])


def cubic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_3", [runtime_exponent(3, *pair) for pair in _pairs(tables).values()])


def quartic(tables: Tables) -> Evidence:
    return _slopes(tables, "time_4", [runtime_exponent(4, *pair) for pair in _pairs(tables).values()])


def epsilon(tables: Tables) -> Evidence:
    found = {}
    for k, frame in tables.theory("runtime_epsilon").groupby("k"):
        own = frame[frame["epsilon"] <= _SMALL]
        found[k] = float(np.polyfit(own["log"], own["time"], 1)[0]) / own["slope"].iloc[0]
    return Evidence.exact(list(found.values()), named("k", list(found)))
