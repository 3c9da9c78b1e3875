"""Evidence for krr-vs-nn: every method at its best ridge."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.claims import D, joined
from feature_learning.papers.ba2023.shared.best import best_risks
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    at_best,
    by_seed,
    slopes_of_means,
)

_RISING = (0.25, 0.4, 0.5, 0.6, 0.75)
_STRONG = 0.9
_SOLVED = (0.4, 0.5, 0.6, 0.75, 0.9)
_TARGETS = ("he1-he4", "he2-he4", "he2-he3")


def _compared(tables: Tables, method: str, target: str, gammas: Sequence[float]) -> pd.DataFrame:
    return by_seed(best_risks(tables, method, target, D), "risk", "gamma", gammas)


def _ahead(tables: Tables, gammas: Sequence[float]) -> Evidence:
    """Return the kernel's risk less the network's."""
    gaps = {}
    for name in _TARGETS:
        kernel, network = (
            _compared(tables, method, name, gammas) for method in ("kernel", "network")
        )
        gaps[name] = kernel - network
    return joined(gaps)


def network_ahead(tables: Tables) -> Evidence:
    return _ahead(tables, _RISING)


def network_ahead_strong(tables: Tables) -> Evidence:
    return _ahead(tables, [_STRONG])


def pca_theory(tables: Tables) -> Evidence:
    runs, theory = (read("comparison", d=D, method="pca") for read in (tables.runs, tables.theory))
    return against_theory_by(
        "target", _TARGETS, runs, theory, "risk", "gamma", _SOLVED, symbol="gamma"
    )


def pca_solves(tables: Tables) -> Evidence:
    risks = {name: _compared(tables, "pca", name, _SOLVED) for name in _TARGETS}
    kernel = [_compared(tables, "kernel", name, _SOLVED).mean() for name in _TARGETS]
    return joined(risks).against(np.concatenate(kernel))


def _without_spike(tables: Tables, method: str) -> Evidence:
    """Return the risk without a spike; the rival is that with one, at gamma = 0.6."""
    risks, spiked = (
        _compared(tables, method, "he2-he3", [gamma]).to_numpy() for gamma in (-math.inf, 0.6)
    )
    return Evidence(risks, ["no spike"]).against(spiked.mean())


def no_spike_kernel(tables: Tables) -> Evidence:
    return _without_spike(tables, "kernel")


def no_spike_network(tables: Tables) -> Evidence:
    return _without_spike(tables, "network")


def pca_needs_spike(tables: Tables) -> Evidence:
    return _without_spike(tables, "pca")


def spike_helps(tables: Tables) -> Evidence:
    gains = []
    for method in ("kernel", "network"):
        for name in _TARGETS:
            without, spiked = _compared(tables, method, name, [-math.inf, 0.6]).to_numpy().T
            gains.append((f"{method}, {name}", without - spiked))
    return Evidence.stacked(gains)


def network_narrow(tables: Tables) -> Evidence:
    runs = at_best(tables.runs("dimensions"), "risk", "ridge", ["d", "factor", "power", "target"])
    return slopes_of_means(
        {
            f"{target}, N = {factor:g} d^{power:g}": by_seed(part, "risk", "d")
            for (factor, power, target), part in runs.groupby(["factor", "power", "target"])
        }
    )


def network_cubic(tables: Tables) -> Evidence:
    runs = tables.runs("dimensions", target="he3", power=0.5, d=512)
    return Evidence.of(by_seed(at_best(runs, "risk", "ridge", ["d"]), "risk", "d"), "d")
