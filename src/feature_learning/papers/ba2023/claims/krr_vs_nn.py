"""Evidence for krr-vs-nn."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.claims import D, joined
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    at_points,
    by_seed,
    slope_per_seed,
)

_RISING = (0.25, 0.4, 0.5, 0.6)
_SOLVED = (0.25, 0.4, 0.5, 0.6, 0.75, 0.9)
_TARGETS = ("mix", "he1-he4", "he2-he3", "he2-he4")
# Where the network's condition holds and the kernel's does not.
_WINDOWS = {
    "he1-he4": (0.25, 0.4, 0.5, 0.6),
    "mix": (0.25, 0.4, 0.6),
    "he2-he3": (0.6,),
    "he2-he4": (0.6,),
}


def _compared(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> pd.DataFrame:
    return by_seed(tables.runs("comparison", d=D, target=target), value, "gamma", gammas)


def _predicted(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> np.ndarray:
    return at_points(tables.theory("comparison", d=D, target=target), value, "gamma", gammas)


def network_below_limit(tables: Tables) -> Evidence:
    excess = {}
    for target, gammas in _WINDOWS.items():
        limit = _predicted(tables, "limit", target, gammas)
        excess[target] = _compared(tables, "network_risk", target, gammas).sub(limit)
    return joined(excess)


def network_ahead(tables: Tables) -> Evidence:
    groups = []
    for target in _TARGETS:
        kernel, network = (
            _compared(tables, value, target, _RISING) for value in ("kernel_risk", "network_risk")
        )
        doubled = _predicted(tables, "doubled_risk", target, _RISING)
        groups.append(Evidence.of(kernel - network, "gamma", target))
        ahead = Evidence.of(network.rsub(doubled), "gamma", target)
        groups.append(Evidence(ahead.observed, [f"{point}, 2n" for point in ahead.points]))
    return Evidence.joined(groups)


def network_any_degree(tables: Tables) -> Evidence:
    slopes = []
    for target in ("he2", "he2-he3", "he2-he4"):
        risks = by_seed(tables.runs("dimensions", target=target), "network_risk", "d")
        slopes.append((target, slope_per_seed(risks)))
    return Evidence.stacked(slopes)


def pca_theory(tables: Tables) -> Evidence:
    runs, theory = (read("comparison", d=D) for read in (tables.runs, tables.theory))
    return against_theory_by(
        "target", _TARGETS, runs, theory, "pca_risk", "gamma", _SOLVED, symbol="gamma"
    )


def pca_solves(tables: Tables) -> Evidence:
    ahead = {}
    for target in _TARGETS:
        network, pca = (
            _compared(tables, value, target, _SOLVED) for value in ("network_risk", "pca_risk")
        )
        ahead[target] = network - pca
    return joined(ahead)


def _without_spike(tables: Tables, value: str) -> Evidence:
    risks = _compared(tables, value, "he2-he3", [-math.inf])
    return Evidence(risks.to_numpy(), ["no spike"])


def no_spike_kernel(tables: Tables) -> Evidence:
    return _without_spike(tables, "kernel_risk")


def no_spike_network(tables: Tables) -> Evidence:
    return _without_spike(tables, "network_risk")


def pca_needs_spike(tables: Tables) -> Evidence:
    return _without_spike(tables, "pca_risk")
