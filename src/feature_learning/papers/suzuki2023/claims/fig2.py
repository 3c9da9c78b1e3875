"""Evidence for fig2, on runs of two experiments at once."""

from itertools import product

from feature_learning.papers.suzuki2023.shared.thresholds import (
    exponent_difference,
    growth_curves,
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


def gain(tables: Tables) -> Evidence:
    return log_ratios(network_curves(tables, 2, 0.0), network_curves(tables, 2, 1.0), [64])


def kernel(tables: Tables) -> Evidence:
    return log_ratios(kernel_curves(tables, 2), heat_curves(tables), [16, 32])


def kernel_gap(tables: Tables) -> Evidence:
    kernels, networks = (
        curves.at([16, 24, 32, 48]) for curves in (kernel_curves(tables, 2), heat_curves(tables))
    )
    return exponent_difference(kernels, networks, "kernel less network")


def k_difference(tables: Tables) -> Evidence:
    cubic = growth_curves(tables).at([8, 12, 16, 24])
    quadratic = heat_curves(tables).at([16, 24, 32, 48])
    return exponent_difference(cubic, quadratic, "k = 3 less k = 2")


def ratio(tables: Tables) -> Evidence:
    return log_ratios(growth_curves(tables), kernel_curves(tables, 3), [16])
