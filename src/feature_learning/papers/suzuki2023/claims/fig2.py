"""Evidence for fig2."""

from dataclasses import replace
from itertools import product

import numpy as np

from feature_learning.papers.suzuki2023.shared.thresholds import (
    STEEP,
    Curves,
    exponent_difference,
    exponents,
    growth_curves,
    heat_curves,
    kernel_curves,
    log_ratios,
    network_curves,
    together,
)
from feature_learning.papers.suzuki2023.shared.times import learning_times, powers
from feature_learning.statistics import Evidence, Tables, one_by_seed


def ordered(tables: Tables) -> Evidence:
    parts = []
    for k, (low, high) in product((2, 3), ((0.0, 0.5), (0.5, 1.0))):
        first, second = (network_curves(tables, k, alpha) for alpha in (low, high))
        common = [d for d in first.d if d in second.d]
        name = f"k = {k}, alpha = {low:g} to {high:g}"
        parts.append(exponent_difference(first.at(common), second.at(common), name))
    return together(parts)


def _steep(tables: Tables, k: int, alpha: float) -> Curves:
    return Curves.of(tables.runs(STEEP[alpha], k=k), 16, 64 if alpha < 1 else 256)


def half(tables: Tables) -> Evidence:
    return exponents([_steep(tables, k, 0.5) for k in (2, 3)], ["k = 2", "k = 3"])


def one(tables: Tables) -> Evidence:
    return exponents([_steep(tables, k, 1.0) for k in (2, 3)], ["k = 2", "k = 3"])


def exponent_without_k(tables: Tables) -> Evidence:
    return exponent_difference(_steep(tables, 3, 0.5), _steep(tables, 2, 0.5), "alpha = 0.5")


def gain(tables: Tables) -> Evidence:
    return log_ratios(network_curves(tables, 2, 0.0), network_curves(tables, 2, 1.0), [64])


def kernel(tables: Tables) -> Evidence:
    return log_ratios(kernel_curves(tables, 2), heat_curves(tables), [16, 32])


def kernel_gap(tables: Tables) -> Evidence:
    kernels, networks = (
        curves.at([16, 24, 32, 48]) for curves in (kernel_curves(tables, 2), heat_curves(tables))
    )
    return exponent_difference(kernels, networks, "kernel less network")


def kernel_k2(tables: Tables) -> Evidence:
    return exponents([Curves.of(tables.runs("kernel_baseline", alpha=0.0, k=2), low=12)], ["slope"])


def kernel_k3(tables: Tables) -> Evidence:
    return exponents([kernel_curves(tables, 3)], ["slope"])


def _cubic(tables: Tables, most: int = 24, horizon: float = np.inf) -> Curves:
    """Return the curves for k = 3 up to some d, at the longest of the horizons up to one."""
    longest = max(t for t in tables.values("growth_k3", "horizon") if t <= horizon)
    return growth_curves(tables, 3, longest).at([d for d in (8, 12, 16, 24) if d <= most])


def k3_falls(tables: Tables) -> Evidence:
    short, long = _cubic(tables, 16, 8000.0), _cubic(tables, 16)
    return exponent_difference(short, long, "horizon 8000 less the longest")


def k3(tables: Tables) -> Evidence:
    return exponents([_cubic(tables)], ["slope"])


csq = k3


def k_difference(tables: Tables) -> Evidence:
    quadratic = heat_curves(tables).at([16, 24, 32, 48])
    return exponent_difference(_cubic(tables), quadratic, "k = 3 less k = 2")


def ratio(tables: Tables) -> Evidence:
    return log_ratios(_cubic(tables), kernel_curves(tables, 3), [16])


def time_alpha(tables: Tables) -> Evidence:
    none, half, full = (
        np.log(one_by_seed(learning_times(tables, alpha=alpha, k=3, d=16), "t80"))
        for alpha in (0.0, 0.5, 1.0)
    )
    return _medians([("alpha = 0 less 0.5", none - half), ("alpha = 0.5 less 1", half - full)])


def time_bound(tables: Tables) -> Evidence:
    return _medians([(f"k = {k}", powers(tables, k, 1.0)) for k in (2, 3)])


def _medians(parts: list[tuple[str, np.ndarray]]) -> Evidence:
    """Return the medians over runs; one that did not finish counts as longer than any."""
    return replace(Evidence.stacked(parts), estimate="median")


def time_k(tables: Tables) -> Evidence:
    cubic, quadratic = (powers(tables, k, 0.0, 24) for k in (3, 2))
    gap = (cubic - quadratic)[:, None]
    return Evidence(gap, ["k = 3 less k = 2"], estimate="median")
