"""Evidence for fig10."""

import math

import numpy as np

from feature_learning.papers.moniri2023.claims import BATCHES
from feature_learning.statistics import Evidence, Tables, by_seed, named

_UNTRAINED = -math.inf
_LIMIT = math.inf  # of the step, at the theorem's levels


def _predicted(tables: Tables, predictor: str, alpha: float) -> float:
    return float(
        tables.value("barrier", "best_test", predictor=predictor, batch="fresh", alpha=alpha)
    )


def _best(tables: Tables, predictor: str, batch: str, alpha: float = _UNTRAINED) -> np.ndarray:
    """Return each seed's test error at the ridge that is best on average, shape (seeds,)."""
    runs = tables.runs("barrier", predictor=predictor, batch=batch, alpha=alpha)
    errors = by_seed(runs, "test", "ridge")
    return errors[errors.mean().idxmin()].to_numpy()


def _above_inputs(tables: Tables, alpha: float) -> Evidence:
    return Evidence.stacked(
        [
            (called, _best(tables, "slides", batch, alpha) - _best(tables, "inputs", batch))
            for batch, called in BATCHES.items()
        ]
    )


def alpha0(tables: Tables) -> Evidence:
    return _above_inputs(tables, 0.0)


def alpha0_2n(tables: Tables) -> Evidence:
    difference = _best(tables, "slides", "fresh", 0.0) - _best(tables, "inputs, 2n", "fresh")
    return Evidence.stacked([("slides minus inputs, 2n", difference)])


def theory(tables: Tables) -> Evidence:
    steps = [0.29, 0.39]
    return Evidence(
        np.column_stack([_best(tables, "slides", "fresh", alpha) for alpha in steps]),
        named("alpha", steps),
        np.array([_predicted(tables, "slides", alpha) for alpha in steps]),
    )


def untrained_simulated(tables: Tables) -> Evidence:
    return _above_inputs(tables, _UNTRAINED)


def barrier_broken(tables: Tables) -> Evidence:
    return Evidence.stacked(
        [(called, _best(tables, "slides", batch, 0.39)) for batch, called in BATCHES.items()]
    )


def untrained(tables: Tables) -> Evidence:
    difference = _predicted(tables, "l = 0", _LIMIT) - _predicted(tables, "inputs", _UNTRAINED)
    return Evidence.exact([difference], ["untrained minus inputs"])


def l1(tables: Tables) -> Evidence:
    return Evidence.exact([_predicted(tables, "l = 1", _LIMIT)], ["l = 1"])


def l2(tables: Tables) -> Evidence:
    levels = ["l = 2", "l = 4", "l = 6"]
    return Evidence.exact([_predicted(tables, level, _LIMIT) for level in levels], levels)


def l1_below_2n(tables: Tables) -> Evidence:
    difference = _predicted(tables, "l = 1", _LIMIT) - _predicted(tables, "inputs, 2n", _UNTRAINED)
    return Evidence.exact([difference], ["l = 1 minus inputs, 2n"])
