"""Evidence for krr-vs-nn."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.claims import D, joined
from feature_learning.statistics import Evidence, Tables, against_theory_by, at_points, by_seed

_RISING = (0.25, 0.4, 0.5, 0.6)
_SOLVED = (0.25, 0.4, 0.5, 0.6, 0.75, 0.9)
_TARGETS = ("mix", "he1-he4", "he2-he3", "he2-he4")


def _compared(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> pd.DataFrame:
    return by_seed(tables.runs("comparison", d=D, target=target), value, "gamma", gammas)


def _predicted(tables: Tables, value: str, target: str, gammas: Sequence[float]) -> np.ndarray:
    return at_points(tables.theory("comparison", d=D, target=target), value, "gamma", gammas)


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
    """Return the risk without a spike; the rival is that with one, at gamma = 0.6."""
    risks, spiked = (
        _compared(tables, value, "he2-he3", [gamma]).to_numpy() for gamma in (-math.inf, 0.6)
    )
    return Evidence(risks, ["no spike"]).against(spiked.mean())


def no_spike_kernel(tables: Tables) -> Evidence:
    return _without_spike(tables, "kernel_risk")


def no_spike_network(tables: Tables) -> Evidence:
    return _without_spike(tables, "network_risk")


def pca_needs_spike(tables: Tables) -> Evidence:
    return _without_spike(tables, "pca_risk")
