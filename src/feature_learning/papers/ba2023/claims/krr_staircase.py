"""Evidence for krr-staircase."""

import itertools
from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.rises import kernel_runs
from feature_learning.statistics.evidence import Evidence, by_seed, named

_D = 256


_SIZES = (256, 1024)


_STEP = "he1-he4"


def _risk(tables: Tables, target: str, gammas: Sequence[float], d: int = _D) -> np.ndarray:
    """The risk with its control variate, shape (seeds, gammas)."""
    return by_seed(kernel_runs(tables, target=target, d=d), "risk", "gamma", gammas).to_numpy()


def finite_n(tables: Tables) -> Evidence:
    parts = []
    for d, target in itertools.product(_SIZES, ("mix", "he2-he3", _STEP)):
        runs = tables.runs("kernel_ridge", d=d, target=target)
        found = by_seed(runs.assign(gap=runs["risk"] - runs["risk_equivalent"]), "gap", "gamma")
        parts.append(
            Evidence(
                found.to_numpy(),
                [f"{target}, d = {d}, {point}" for point in named("gamma", list(found.columns))],
            )
        )
    return Evidence.joined(parts)


def plateau(tables: Tables) -> Evidence:
    gammas, parts = [0.5, 0.55, 0.6], []
    for d in _SIZES:
        names = [f"d = {d}, {point}" for point in named("gamma", gammas)]
        parts.append(Evidence(_risk(tables, _STEP, gammas, d), names, np.full(len(gammas), 0.5)))
    return Evidence.joined(parts)


def plateau_flat(tables: Tables) -> Evidence:
    parts = []
    for d in _SIZES:
        first, last, beyond = _risk(tables, _STEP, [0.4, 0.6, 0.9], d).T
        parts.append((f"d = {d}", (first - last) - (last - beyond) / 4))
    return Evidence.stacked(parts)


def monotone(tables: Tables) -> Evidence:
    gammas = [0.1, 0.25, 0.4, 0.55, 0.7, 0.9]
    names = [f"gamma = {low:g} to {high:g}" for low, high in itertools.pairwise(gammas)]
    falls = {name: -np.diff(_risk(tables, name, gammas)) for name in ("mix", "he2-he3")}
    return Evidence.joined([Evidence(fall, [f"{name}, {point}" for point in names]) for name, fall in falls.items()])


def nothing_learned(tables: Tables) -> Evidence:
    gammas = [0.0, 0.1, 0.25]
    return Evidence(_risk(tables, "he2-he3", gammas), named("gamma", gammas))


def converges(tables: Tables) -> Evidence:
    frame, gammas = tables.theory("staircase", target="mix"), [0.25, 0.58, 0.8]
    changes = []
    for gamma in gammas:
        own = frame[frame["gamma"] == gamma].set_index("d")
        distance = (own["risk"] - own["limit"]).abs()[[1e4, 1e6, 1e9, 1e12]]
        changes.append(float(np.diff(distance).max()))
    return Evidence.exact(changes, named("gamma", gammas))
