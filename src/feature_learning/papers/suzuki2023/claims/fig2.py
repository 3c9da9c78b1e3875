"""Evidence for fig2."""

from itertools import product

from feature_learning.papers.suzuki2023.shared.thresholds import (
    STEEP,
    Curves,
    exponent_difference,
    exponents,
    heat_curves,
    kernel_curves,
    log_ratios,
    network_curves,
    together,
)
from feature_learning.statistics import Evidence, Tables


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
