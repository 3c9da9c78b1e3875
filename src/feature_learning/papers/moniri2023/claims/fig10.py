"""Evidence for fig10."""

import math

import numpy as np

from feature_learning.papers.moniri2023.claims import NETWORKS
from feature_learning.statistics import Evidence, Tables, by_seed, named

_UNTRAINED = -math.inf
_LIMIT = math.inf  # of the step, at the theorem's levels


def _predicted(tables: Tables, predictor: str, alpha: float) -> float:
    return float(tables.value("barrier", "best_test", predictor=predictor, alpha=alpha))


def _best(tables: Tables, predictor: str, alpha: float) -> np.ndarray:
    """Return each seed's test error at the ridge that is best on average, shape (seeds, 1)."""
    errors = by_seed(tables.runs("barrier", predictor=predictor, alpha=alpha), "test", "ridge")
    return errors[[errors.mean().idxmin()]].to_numpy()


def _above_inputs(tables: Tables, inputs: str) -> Evidence:
    reference = _best(tables, inputs, _UNTRAINED)
    differences = np.hstack([_best(tables, network, 0.0) - reference for network in NETWORKS])
    return Evidence(differences, [f"{network} minus {inputs}" for network in NETWORKS])


def alpha0(tables: Tables) -> Evidence:
    return _above_inputs(tables, "inputs")


def alpha0_2n(tables: Tables) -> Evidence:
    return _above_inputs(tables, "inputs, 2n")


def theory(tables: Tables) -> Evidence:
    steps = [_UNTRAINED, 0.0, 0.1, 0.2, 0.29, 0.39]
    names = ["untrained", *named("alpha", steps[1:])]
    points = [(network, alpha) for network in NETWORKS for alpha in steps]
    return Evidence(
        np.hstack([_best(tables, *point) for point in points]),
        [f"{network}, {name}" for network in NETWORKS for name in names],
        np.array([_predicted(tables, *point) for point in points]),
    )


def untrained_simulated(tables: Tables) -> Evidence:
    difference = _best(tables, "slides", _UNTRAINED) - _best(tables, "inputs", _UNTRAINED)
    return Evidence(difference, ["untrained minus inputs"])


def barrier_broken(tables: Tables) -> Evidence:
    return Evidence(_best(tables, "slides", 0.39), ["alpha = 0.39"])


def untrained(tables: Tables) -> Evidence:
    difference = _predicted(tables, "l = 0", _LIMIT) - _predicted(tables, "inputs", _UNTRAINED)
    return Evidence.exact([difference], ["untrained minus inputs"])


def l1(tables: Tables) -> Evidence:
    return Evidence.exact([_predicted(tables, "l = 1", _LIMIT)], ["l = 1"])


def l2(tables: Tables) -> Evidence:
    return Evidence.exact([_predicted(tables, "l = 2", _LIMIT)], ["l = 2"])


def l1_below_2n(tables: Tables) -> Evidence:
    difference = _predicted(tables, "l = 1", _LIMIT) - _predicted(tables, "inputs, 2n", _UNTRAINED)
    return Evidence.exact([difference], ["l = 1 minus inputs, 2n"])
