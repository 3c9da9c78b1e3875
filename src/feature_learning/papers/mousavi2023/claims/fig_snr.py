"""Evidence for fig-snr."""

from itertools import chain, pairwise

import numpy as np

from feature_learning.papers.mousavi2023.shared.exponents import (
    VisibleSamples,
    side_by_side,
    visible,
)
from feature_learning.papers.mousavi2023.shared.model import Structure
from feature_learning.statistics import Evidence, Tables

# From weak spikes to strong ones
_CHAINS = tuple(
    [Structure(gamma1, gamma2) for gamma2 in strengths]
    for gamma1, strengths in ((0.0, (0.0, 0.4, 0.8)), (0.25, (0.4, 0.8)))
)


def _deviation(tables: Tables, k: int) -> Evidence:
    parts = visible(tables, k)
    seen, places = side_by_side(list(parts.values()))

    def gaps(mean: np.ndarray) -> np.ndarray:
        return np.array(
            [
                part.exponent(mean[place]) - part.predicted_exponent(mean[place])
                for part, place in zip(parts.values(), places, strict=True)
            ]
        )

    return Evidence(seen, list(parts), fit=gaps)


def quadratic(tables: Tables) -> Evidence:
    return _deviation(tables, 2)


def cubic(tables: Tables) -> Evidence:
    return _deviation(tables, 3)


def _ordered(tables: Tables, k: int) -> Evidence:
    parts = {each.name: VisibleSamples.of(tables, k, each) for each in chain(*_CHAINS)}
    steps = [(weak.name, strong.name) for each in _CHAINS for weak, strong in pairwise(each)]
    seen, places = side_by_side(list(parts.values()))

    def falls(mean: np.ndarray) -> np.ndarray:
        exponents = {
            name: part.exponent(mean[place])
            for (name, part), place in zip(parts.items(), places, strict=True)
        }
        return np.array([exponents[weak] - exponents[strong] for weak, strong in steps])

    return Evidence(seen, [f"{weak} to {strong}" for weak, strong in steps], fit=falls)


def ordered_quadratic(tables: Tables) -> Evidence:
    return _ordered(tables, 2)


def ordered_cubic(tables: Tables) -> Evidence:
    return _ordered(tables, 3)
