"""Evidence for krr-vs-nn."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.claims import D
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named

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


def _compared(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> np.ndarray:
    return by_seed(tables.runs("comparison", d=D, target=target), value, "gamma", gammas).to_numpy()


def _predicted(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> np.ndarray:
    return at_points(tables.theory("comparison", d=D, target=target), value, "gamma", gammas)


def network_below_limit(tables: Tables) -> Evidence:
    parts = []
    for target, gammas in _WINDOWS.items():
        excess = _compared(tables, "network_risk", target, gammas) - _predicted(tables, "limit", target, gammas)
        parts.append(Evidence(excess, [f"{target}, {point}" for point in named("gamma", gammas)]))
    return Evidence.joined(parts)


def network_ahead(tables: Tables) -> Evidence:
    parts = []
    for target in _TARGETS:
        names = [f"{target}, {point}" for point in named("gamma", _RISING)]
        network = _compared(tables, "network_risk", target, _RISING)
        parts.append(Evidence(_compared(tables, "kernel_risk", target, _RISING) - network, names))
        doubled = _predicted(tables, "doubled_risk", target, _RISING)
        parts.append(Evidence(doubled - network, [f"{name}, 2n" for name in names]))
    return Evidence.joined(parts)


def network_any_degree(tables: Tables) -> Evidence:
    parts = []
    for target in ("he2", "he2-he3", "he2-he4"):
        logs = by_seed(_logarithms(tables.runs("dimensions", target=target)), "log_risk", "d")
        at = np.log(logs.columns.to_numpy(dtype=float))
        parts.append((target, logs.to_numpy() @ (at - at.mean()) / ((at - at.mean()) ** 2).sum()))
    return Evidence.stacked(parts)


def _logarithms(runs: pd.DataFrame) -> pd.DataFrame:
    return runs.assign(log_risk=np.log(runs["network_risk"]))


def pca_theory(tables: Tables) -> Evidence:
    parts = []
    for target in _TARGETS:
        runs = tables.runs("comparison", d=D, target=target)
        theory = tables.theory("comparison", d=D, target=target)
        parts.append(against_theory(runs, theory, "pca_risk", "gamma", _SOLVED, symbol="gamma", of=target))
    return Evidence.joined(parts)


def pca_solves(tables: Tables) -> Evidence:
    parts = []
    for target in _TARGETS:
        ahead = _compared(tables, "network_risk", target, _SOLVED) - _compared(tables, "pca_risk", target, _SOLVED)
        parts.append(Evidence(ahead, [f"{target}, {point}" for point in named("gamma", _SOLVED)]))
    return Evidence.joined(parts)


def _without_spike(tables: Tables, value: str) -> Evidence:
    return Evidence(_compared(tables, value, "he2-he3", [-math.inf]), ["no spike"])


def no_spike_kernel(tables: Tables) -> Evidence:
    return _without_spike(tables, "kernel_risk")


def no_spike_network(tables: Tables) -> Evidence:
    return _without_spike(tables, "network_risk")


def pca_needs_spike(tables: Tables) -> Evidence:
    return _without_spike(tables, "pca_risk")
