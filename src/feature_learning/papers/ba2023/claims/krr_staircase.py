"""Evidence for krr-staircase."""

import itertools
from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.claims import D, joined
from feature_learning.papers.ba2023.shared.best import best_risks
from feature_learning.papers.ba2023.shared.rises import controlled_runs, kernel_runs
from feature_learning.statistics import Evidence, Tables, by_seed, named

_SIZES = (256, 1024)
_STEP = "he1-he4"


def _risk(tables: Tables, target: str, gammas: Sequence[float], d: int = D) -> pd.DataFrame:
    """Return the risk with its control variate, by seed and gamma."""
    return by_seed(kernel_runs(tables, target=target, d=d), "risk", "gamma", gammas)


def finite_n(tables: Tables) -> Evidence:
    gaps = {}
    for d, target in itertools.product(_SIZES, ("mix", "he2-he3", _STEP)):
        runs = tables.runs("kernel_ridge", d=d, target=target)
        runs = runs.assign(gap=runs["risk"] - runs["risk_equivalent"])
        gaps[f"{target}, d = {d}"] = by_seed(runs, "gap", "gamma")
    return joined(gaps)


def plateau(tables: Tables) -> Evidence:
    gammas, level = [0.5, 0.55, 0.6], np.full(3, 0.5)
    return Evidence.joined(
        [Evidence.of(_risk(tables, _STEP, gammas, d), "gamma", f"d = {d}", level) for d in _SIZES]
    )


def plateau_flat(tables: Tables) -> Evidence:
    parts = []
    for d in _SIZES:
        first, last, beyond = _risk(tables, _STEP, [0.4, 0.6, 0.9], d).to_numpy().T
        parts.append((f"d = {d}", (first - last) - (last - beyond) / 4))
    return Evidence.stacked(parts)


def monotone(tables: Tables) -> Evidence:
    gammas = [0.1, 0.25, 0.4, 0.55, 0.7, 0.9]
    steps = [f"gamma = {low:g} to {high:g}" for low, high in itertools.pairwise(gammas)]
    groups = []
    for target in ("mix", "he2-he3"):
        falls = -np.diff(_risk(tables, target, gammas))
        groups.append(Evidence(falls, [f"{target}, {step}" for step in steps]))
    return Evidence.joined(groups)


def nothing_learned(tables: Tables) -> Evidence:
    runs = best_risks(tables, "kernel", "he2-he3", D)
    return Evidence.of(by_seed(runs, "risk", "gamma", [0.0, 0.1, 0.25]), "gamma")


def _two_steps(tables: Tables, gammas: Sequence[float], level: float) -> Evidence:
    groups = []
    for d in _SIZES:
        risks = by_seed(controlled_runs(tables, "two_steps", d=d), "risk", "gamma", gammas)
        groups.append(Evidence.of(risks, "gamma", f"d = {d}", np.full(len(gammas), level)))
    return Evidence.joined(groups)


def first(tables: Tables) -> Evidence:
    return _two_steps(tables, [0.25], 2 / 3)


def second(tables: Tables) -> Evidence:
    return _two_steps(tables, [0.7, 0.75], 1 / 3)


def converges(tables: Tables) -> Evidence:
    gammas, sizes, changes = [0.25, 0.58, 0.8], [1e4, 1e6, 1e9, 1e12], []
    for gamma in gammas:
        curve = tables.theory("staircase", target="mix", gamma=gamma).set_index("d")
        distance = (curve["risk"] - curve["limit"]).abs()[sizes]
        changes.append(float(np.diff(distance).max()))
    return Evidence.exact(changes, named("gamma", gammas))
