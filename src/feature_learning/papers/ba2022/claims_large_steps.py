"""Evidence on steps from order one to the square root of the width (fig1, fig3c)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.model import step_law
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_ALPHAS = ["none", "one", "alpha-0.125", "alpha-0.25", "alpha-0.375", "root"]  # eta = N^alpha, from no step upwards


def _risk(tables: Tables, step: str, *, least: float = 0.0) -> pd.DataFrame:
    """Return the risk by seed and n/d, from a smallest n/d on."""
    matrix = by_seed(tables.runs("step_sizes", step=step), "risk", "psi1")
    return matrix[[psi1 for psi1 in map(float, matrix.columns) if psi1 >= least]]


def _over_bound(tables: Tables, steps: Sequence[str], *, least: float = 0.0) -> Evidence:
    bound = float(tables.theory("step_sizes")["bound"].iloc[0])
    parts = []
    for step in steps:
        matrix = _risk(tables, step, least=least)
        names = [f"{step}, {point}" for point in named("n/d", list(matrix.columns))]
        parts.append(Evidence(matrix.to_numpy() - bound, names))
    return Evidence.joined(parts)


def fig1_slope(tables: Tables) -> Evidence:
    """The slope of the risk against n/d for the large step with c = 3."""
    matrix = _risk(tables, "three-root", least=8.0)
    ratios = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in n/d"], fit=lambda curve: loglog_slope(ratios, curve))


def fig1_large_below_bound(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels after large steps."""
    return _over_bound(tables, ["root", "three-root"], least=8.0)


def fig1_small_above_bound(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels after steps of order one."""
    return _over_bound(tables, ["one", "four"])


def fig1_ordering(tables: Tables) -> Evidence:
    """The risk without a step minus that after a small one, and after a small one minus that after a large one (c = 1, 3)."""
    parts = []
    for worse, better in (("none", "four"), ("four", "root"), ("four", "three-root")):
        gain = _risk(tables, worse, least=4.0) - _risk(tables, better, least=4.0)
        parts.append(Evidence(gain.to_numpy(), [f"{worse} over {better}, {p}" for p in named("n/d", list(gain.columns))]))
    return Evidence.joined(parts)


def _with_biases(tables: Tables, teacher: str, step: str, sizes: Sequence[float] | None = None, *, bias: int = 1) -> pd.DataFrame:
    """Return the risk by seed and n/d of the tanh student."""
    return by_seed(tables.runs("biases", teacher=teacher, bias=bias, step=step), "risk", "psi1", sizes)


def _bound(tables: Tables, teacher: str) -> float:
    return float(tables.theory("biases", teacher=teacher)["bound"].iloc[0])


def fig1_biases_learn(tables: Tables) -> Evidence:
    """The risk over the bound on kernels with biases, after the large step."""
    cells = {"relu": [16.0, 32.0], "softplus": [32.0], "he1-he3": [16.0, 32.0]}
    parts = []
    for teacher, sizes in cells.items():
        over = _with_biases(tables, teacher, "three-root", sizes) / _bound(tables, teacher)
        parts.append(Evidence(over.to_numpy(), [f"{teacher}, {point}" for point in named("n/d", sizes)]))
    return Evidence.joined(parts)


def fig1_odd_stays_above(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels without biases, for a ReLU teacher."""
    parts = []
    for step in ("none", "four", "three-root"):
        over = _with_biases(tables, "relu", step, bias=0) - _bound(tables, "relu")
        parts.append(Evidence(over.to_numpy(), [f"{step}, {point}" for point in named("n/d", list(over.columns))]))
    return Evidence.joined(parts)


def fig1_k2_fails(tables: Tables) -> Evidence:
    """The risk with biases after the large step, for a target of information exponent 2."""
    sizes = [8.0, 16.0, 32.0]
    return Evidence(_with_biases(tables, "he2-he3", "three-root", sizes).to_numpy(), named("n/d", sizes))


def fig1_k2_gains_less(tables: Tables) -> Evidence:
    """The large step's gain for information exponent 2 minus a quarter of that for 1, paired."""

    def gain(teacher: str) -> np.ndarray:
        before, after = (_with_biases(tables, teacher, step, [32.0]).to_numpy() for step in ("none", "three-root"))
        return before - after

    return Evidence(gain("he2-he3") - gain("he1-he3") / 4, ["n/d = 32"])


def _exponents(tables: Tables) -> list[str]:
    """Return the steps N^alpha of the runs, from no step upwards."""
    found = {*tables.runs("step_sizes")["step"]}
    return [step for step in _ALPHAS if step in found]


def fig3c_level(tables: Tables) -> Evidence:
    """The risk without a step and with eta = 1, away from n = N."""
    parts = []
    for step in ("none", "one"):
        runs, predicted = tables.runs("step_sizes", step=step), tables.theory("step_sizes", step=step)
        sizes = [float(psi1) for psi1 in sorted(runs["psi1"].unique()) if psi1 >= 4]
        parts.append(against_theory(runs, predicted, "risk", "psi1", sizes, symbol="n/d", of=step))
    return Evidence.joined(parts)


def fig3c_monotone(tables: Tables) -> Evidence:
    """The risk at each alpha over that at the next smaller one, paired."""
    parts = []
    for smaller, larger in itertools.pairwise(_exponents(tables)):
        ratio = _risk(tables, larger, least=4.0) / _risk(tables, smaller, least=4.0)
        parts.append(Evidence(ratio.to_numpy(), [f"{larger} over {smaller}, {p}" for p in named("n/d", list(ratio.columns))]))
    return Evidence.joined(parts)


def fig3c_crosses(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels at alpha = 1/2."""
    return _over_bound(tables, ["root"], least=8.0)


def fig3c_stays_above(tables: Tables) -> Evidence:
    """The risk minus the bound on kernels for alpha up to 1/4."""
    steps = [step for step in _exponents(tables) if step != "none" and step_law(step)[1] <= 0.25]
    return _over_bound(tables, steps, least=8.0)
