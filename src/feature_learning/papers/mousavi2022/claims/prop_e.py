"""Evidence for prop-e."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_seed


def _at_rank(tables: Tables, layer: str, value: str, rank: int) -> np.ndarray:
    return by_seed(tables.runs("compress", layer=layer), value, "rank", [rank]).to_numpy()


def energy(tables: Tables) -> Evidence:
    return Evidence(_at_rank(tables, "decay", "energy", 0), ["lambda = 1"])


def no_decay(tables: Tables) -> Evidence:
    gap = _at_rank(tables, "decay", "energy", 0) - _at_rank(tables, "no-decay", "energy", 0)
    return Evidence(gap, ["lambda = 1 less 0"])


def _of_rank_one(tables: Tables, layer: str) -> np.ndarray:
    """Return the error of rank one over that of the whole layer."""
    return _at_rank(tables, layer, "error", 1) / _at_rank(tables, layer, "full", 1)


def rank_one(tables: Tables) -> Evidence:
    return Evidence(_of_rank_one(tables, "decay"), ["lambda = 1"])
