"""Evidence on the spectrum of the weights after one step (spike)."""

from __future__ import annotations

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


def spike_outlier(tables: Tables) -> Evidence:
    """The largest singular value over the outlier at the spike's realised strength."""
    parts = []
    for teacher, name in (("relu", "ReLU"), ("he2", "H_2")):
        etas = _etas(tables, 1.5, math.inf, teacher)
        ratio = _spike(tables, "largest", etas, teacher) / _spike(tables, "largest_given", etas, teacher)
        parts.append(Evidence(ratio, [f"{name}, {point}" for point in named("eta", etas)]))
    return Evidence.joined(parts)


def spike_outlier_limit(tables: Tables) -> Evidence:
    """The largest singular value over its limit."""
    limit = float(tables.theory("spike", teacher="relu", eta=8.0)["largest"].iloc[0])
    return Evidence(_spike(tables, "largest", [8.0]) / limit, ["eta = 8"])


def spike_alignment(tables: Tables) -> Evidence:
    """The squared overlap of the leading left singular vector with the teacher."""
    etas = _etas(tables, 1.5, math.inf)
    return against_theory(
        tables.runs("spike", teacher="relu"), tables.theory("spike", teacher="relu"), "alignment", "eta", etas, symbol="eta"
    )


def spike_none_below(tables: Tables) -> Evidence:
    """The largest singular value minus the bulk's edge, for small steps."""
    etas = _etas(tables, 0, 1 / 1.7)
    return Evidence(_spike(tables, "largest", etas) - tables.theory("spike")["edge"].iloc[0], named("eta", etas))


def spike_no_alignment_below(tables: Tables) -> Evidence:
    """The squared overlap of the leading vector with the teacher times d, for small steps."""
    etas = _etas(tables, 0, 1 / 1.7)
    return Evidence(_spike(tables, "alignment", etas) * int(tables.runs("spike")["d"].iloc[0]), named("eta", etas))


def spike_single(tables: Tables) -> Evidence:
    """Whether only the first singular value lies beyond 1.02 times the edge."""
    limit = 1.02 * tables.theory("spike")["edge"].iloc[0]
    single = (_spike(tables, "largest", [8.0]) > limit) & (_spike(tables, "second", [8.0]) <= limit)
    return Evidence(single, ["eta = 8"], estimate="fraction")


def spike_bulk_unchanged(tables: Tables) -> Evidence:
    """The Kolmogorov-Smirnov distance of the bulk from that before the step, at every step size."""
    etas = _etas(tables, 0, math.inf)
    return Evidence(_spike(tables, "bulk_distance", etas), named("eta", etas))


def spike_rank_one(tables: Tables) -> Evidence:
    """The slope of the gradient's distance from rank one against d."""
    matrix = by_seed(tables.runs("rank_one"), "distance", "d")
    sizes = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in d"], fit=lambda curve: loglog_slope(sizes, curve))


def spike_control_no_alignment(tables: Tables) -> Evidence:
    """The squared overlap with the teacher of the spike of a target without a linear part."""
    return Evidence(_spike(tables, "alignment", [8.0], "he2"), ["eta = 8"])
