"""Evidence for best-ridge."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2022.claims import joined
from feature_learning.papers.ba2022.shared.model import THREE_ROOT
from feature_learning.statistics import Evidence, Tables, at_best, by_seed, one_by_seed

_KERNELS = ("untrained", "exp-4", "arc-cosine")
_WITH_BIASES = {"relu": [16.0, 32.0], "softplus": [32.0], "he1-he3": [16.0, 32.0]}  # and n/d
_RIDGE = 0.01  # the paper's of figure 1
_LARGE = 128  # from here on n/d^2 is too small for the kernel to learn of degree 2


def _least(tables: Tables, model: str, psi1: float) -> np.ndarray:
    """Return the risk over the bound at the best ridge, one number per seed."""
    runs = tables.runs("ridges", model=model, psi1=psi1)
    best = at_best(runs, "risk", "ridge", ["psi1"])
    return one_by_seed(best, "risk") / tables.value("ridges", "bound")


def ridge_bound(tables: Tables) -> Evidence:
    return Evidence.stacked(
        [
            (f"{model}, n/d = {psi1:g}", _least(tables, model, psi1))
            for model in _KERNELS
            for psi1 in (2.0, 8.0)
        ]
    )


def ridge_levels(tables: Tables) -> Evidence:
    bound = tables.value("ridges", "bound")
    parts = []
    for model in _KERNELS:
        limit = tables.theory("ridges", model=model, psi1=8.0)["risk"].min() / bound
        parts.append((model, _least(tables, model, 8.0) / limit))
    return Evidence.stacked(parts)


def ridge_small(tables: Tables) -> Evidence:
    return Evidence.stacked([("eta = 4", _least(tables, "four", 8.0))])


def ridge_even(tables: Tables) -> Evidence:
    sizes = [d for d in tables.values("ridges_even", "d") if d >= _LARGE]
    best = at_best(tables.runs("ridges_even"), "risk", "ridge", ["d"])
    return Evidence.of(by_seed(best, "risk", "d", sizes), "d")


def spike_matters(tables: Tables) -> Evidence:
    without, own = (_least(tables, model, 8.0) for model in ("without-spike", "three-root"))
    return Evidence.stacked([("without the spike minus with it", without - own)])


def _tanh_best(tables: Tables, teacher: str, sizes: Sequence[float]) -> pd.DataFrame:
    """Return the risk over the bound of the tanh student with biases at its best ridge."""
    runs = tables.runs("biases", teacher=teacher, bias=1, **THREE_ROOT.columns)
    best = by_seed(at_best(runs, "risk", "ridge", ["psi1"]), "risk", "psi1", sizes)
    return best / tables.value("biases", "bound", teacher=teacher)


def k2_fails(tables: Tables) -> Evidence:
    risks = {name: _tanh_best(tables, name, [8.0, 16.0]) for name in ("he2-he3", "he3")}
    return joined(risks, "n/d")


def k1_works(tables: Tables) -> Evidence:
    return Evidence.of(_tanh_best(tables, "he1-he3", [16.0]), "n/d")


def biases_learn(tables: Tables) -> Evidence:
    over = {}
    for teacher, sizes in _WITH_BIASES.items():
        runs = tables.runs("biases", teacher=teacher, bias=1, ridge=_RIDGE, **THREE_ROOT.columns)
        bound = tables.value("biases", "bound", teacher=teacher)
        over[teacher] = by_seed(runs, "risk", "psi1", sizes) / bound
    return joined(over, "n/d")
