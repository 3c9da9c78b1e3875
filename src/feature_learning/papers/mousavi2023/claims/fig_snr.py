"""Evidence for fig-snr."""

import itertools

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.exponents import VisibleSamples, side_by_side, visible
from feature_learning.statistics.evidence import Evidence

_CHAINS = (("0-0", "0-0.4", "0-0.8"), ("0.25-0.4", "0.25-0.8"))


def _deviation(tables: Tables, k: int) -> Evidence:
    found = visible(tables, k)
    seen, places = side_by_side(list(found.values()))

    def gaps(mean: np.ndarray) -> np.ndarray:
        parts = zip(found.values(), places, strict=True)
        return np.array([part.exponent(mean[own]) - part.predicted_exponent(mean[own]) for part, own in parts])

    return Evidence(seen, list(found), fit=gaps)


def quadratic(tables: Tables) -> Evidence:
    return _deviation(tables, 2)


def cubic(tables: Tables) -> Evidence:
    return _deviation(tables, 3)


def _ordered(tables: Tables, k: int) -> Evidence:
    found = [VisibleSamples.of(tables, k, name) for name in dict.fromkeys(itertools.chain(*_CHAINS))]
    seen, places = side_by_side(found)

    def falls(mean: np.ndarray) -> np.ndarray:
        own = [part.exponent(mean[place]) for part, place in zip(found, places, strict=True)]
        return np.array([own[0] - own[1], own[1] - own[2], own[3] - own[4]])

    steps = [f"{weak} to {strong}" for chain in _CHAINS for weak, strong in itertools.pairwise(chain)]
    return Evidence(seen, steps, fit=falls)


def ordered_quadratic(tables: Tables) -> Evidence:
    return _ordered(tables, 2)


def ordered_cubic(tables: Tables) -> Evidence:
    return _ordered(tables, 3)
