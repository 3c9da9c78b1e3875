"""Evidence for fig-snr."""

from itertools import chain, pairwise

import numpy as np

from feature_learning.papers.mousavi2023.shared.exponents import (
    VisibleSamples,
    side_by_side,
    visible,
)
from feature_learning.statistics import Evidence, Tables

_CHAINS = (("0-0", "0-0.4", "0-0.8"), ("0.25-0.4", "0.25-0.8"))  # from weak spikes to strong ones


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
    parts = {name: VisibleSamples.of(tables, k, name) for name in chain(*_CHAINS)}
    steps = [step for structures in _CHAINS for step in pairwise(structures)]
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
