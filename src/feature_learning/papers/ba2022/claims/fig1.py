"""Evidence for fig1."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.claims import over_bound_large_steps, risk_large_steps
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def slope(tables: Tables) -> Evidence:
    matrix = risk_large_steps(tables, "three-root", least=8.0)
    ratios = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in n/d"], fit=lambda curve: loglog_slope(ratios, curve))


def large_below_bound(tables: Tables) -> Evidence:
    return over_bound_large_steps(tables, ["root", "three-root"], least=8.0)


def small_above_bound(tables: Tables) -> Evidence:
    return over_bound_large_steps(tables, ["one", "four"])


def ordering(tables: Tables) -> Evidence:
    parts = []
    for worse, better in (("none", "four"), ("four", "root"), ("four", "three-root")):
        gain = risk_large_steps(tables, worse, least=4.0) - risk_large_steps(tables, better, least=4.0)
        parts.append(Evidence(gain.to_numpy(), [f"{worse} over {better}, {p}" for p in named("n/d", list(gain.columns))]))
    return Evidence.joined(parts)


def _with_biases(tables: Tables, teacher: str, step: str, sizes: Sequence[float] | None = None, *, bias: int = 1) -> pd.DataFrame:
    """Return the risk by seed and n/d of the tanh student."""
    return by_seed(tables.runs("biases", teacher=teacher, bias=bias, step=step), "risk", "psi1", sizes)


def _bound(tables: Tables, teacher: str) -> float:
    return float(tables.theory("biases", teacher=teacher)["bound"].iloc[0])


def biases_learn(tables: Tables) -> Evidence:
    cells = {"relu": [16.0, 32.0], "softplus": [32.0], "he1-he3": [16.0, 32.0]}
    parts = []
    for teacher, sizes in cells.items():
        over = _with_biases(tables, teacher, "three-root", sizes) / _bound(tables, teacher)
        parts.append(Evidence(over.to_numpy(), [f"{teacher}, {point}" for point in named("n/d", sizes)]))
    return Evidence.joined(parts)


def odd_stays_above(tables: Tables) -> Evidence:
    parts = []
    for step in ("none", "four", "three-root"):
        over = _with_biases(tables, "relu", step, bias=0) - _bound(tables, "relu")
        parts.append(Evidence(over.to_numpy(), [f"{step}, {point}" for point in named("n/d", list(over.columns))]))
    return Evidence.joined(parts)


def k2_fails(tables: Tables) -> Evidence:
    sizes = [8.0, 16.0, 32.0]
    return Evidence(_with_biases(tables, "he2-he3", "three-root", sizes).to_numpy(), named("n/d", sizes))


def k2_gains_less(tables: Tables) -> Evidence:
    def gain(teacher: str) -> np.ndarray:
        before, after = (_with_biases(tables, teacher, step, [32.0]).to_numpy() for step in ("none", "three-root"))
        return before - after

    return Evidence(gain("he2-he3") - gain("he1-he3") / 4, ["n/d = 32"])
