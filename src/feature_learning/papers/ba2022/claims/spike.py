"""Evidence for spike."""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def _spike(tables: Tables, value: str, etas: Sequence[float], teacher: str = "relu") -> np.ndarray:
    return by_seed(tables.runs("spike", teacher=teacher), value, "eta", etas).to_numpy()


def _etas(tables: Tables, low: float, high: float, teacher: str = "relu") -> list[float]:
    """Return the steps between two multiples of the critical one."""
    critical = float(tables.theory("spike", teacher=teacher)["critical"].iloc[0])
    return [float(eta) for eta in sorted(tables.runs("spike")["eta"].unique()) if low * critical <= eta <= high * critical]


def outlier(tables: Tables) -> Evidence:
    parts = []
    for teacher, name in (("relu", "ReLU"), ("he2", "H_2")):
        etas = _etas(tables, 1.5, math.inf, teacher)
        ratio = _spike(tables, "largest", etas, teacher) / _spike(tables, "largest_given", etas, teacher)
        parts.append(Evidence(ratio, [f"{name}, {point}" for point in named("eta", etas)]))
    return Evidence.joined(parts)


def outlier_limit(tables: Tables) -> Evidence:
    limit = float(tables.theory("spike", teacher="relu", eta=8.0)["largest"].iloc[0])
    return Evidence(_spike(tables, "largest", [8.0]) / limit, ["eta = 8"])


def alignment(tables: Tables) -> Evidence:
    etas = _etas(tables, 1.5, math.inf)
    return against_theory(
        tables.runs("spike", teacher="relu"), tables.theory("spike", teacher="relu"), "alignment", "eta", etas, symbol="eta"
    )


def none_below(tables: Tables) -> Evidence:
    etas = _etas(tables, 0, 1 / 1.7)
    return Evidence(_spike(tables, "largest", etas) - tables.theory("spike")["edge"].iloc[0], named("eta", etas))


def no_alignment_below(tables: Tables) -> Evidence:
    etas = _etas(tables, 0, 1 / 1.7)
    return Evidence(_spike(tables, "alignment", etas) * int(tables.runs("spike")["d"].iloc[0]), named("eta", etas))


def single(tables: Tables) -> Evidence:
    limit = 1.02 * tables.theory("spike")["edge"].iloc[0]
    single = (_spike(tables, "largest", [8.0]) > limit) & (_spike(tables, "second", [8.0]) <= limit)
    return Evidence(single, ["eta = 8"], estimate="fraction")


def bulk_unchanged(tables: Tables) -> Evidence:
    etas = _etas(tables, 0, math.inf)
    return Evidence(_spike(tables, "bulk_distance", etas), named("eta", etas))


def rank_one(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("rank_one"), "distance", "d")
    sizes = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in d"], fit=lambda curve: loglog_slope(sizes, curve))


def control_no_alignment(tables: Tables) -> Evidence:
    return Evidence(_spike(tables, "alignment", [8.0], "he2"), ["eta = 8"])
