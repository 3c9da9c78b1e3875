"""Evidence for fig10."""

import math

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed, named

_NETWORKS = ("slides", "simplified")


_UNTRAINED = -math.inf


def _predicted(tables: Tables, predictor: str, alpha: float) -> float:
    return float(tables.theory("barrier", predictor=predictor, alpha=alpha)["best_test"].iloc[0])


def _best(tables: Tables, predictor: str, alpha: float) -> np.ndarray:
    """Return each seed's test error at the ridge that is best on average, shape (seeds, 1)."""
    matrix = by_seed(tables.runs("barrier", predictor=predictor, alpha=alpha), "test", "ridge")
    return matrix[[matrix.mean().idxmin()]].to_numpy()


def _above_inputs(tables: Tables, inputs: str) -> Evidence:
    reference = _best(tables, inputs, _UNTRAINED)
    differences = np.hstack([_best(tables, network, 0.0) - reference for network in _NETWORKS])
    return Evidence(differences, [f"{network} minus {inputs}" for network in _NETWORKS])


def alpha0(tables: Tables) -> Evidence:
    return _above_inputs(tables, "inputs")


def alpha0_2n(tables: Tables) -> Evidence:
    return _above_inputs(tables, "inputs, 2n")


def theory(tables: Tables) -> Evidence:
    alphas = [_UNTRAINED, 0.0, 0.1, 0.2, 0.29, 0.39]
    parts = []
    for network in _NETWORKS:
        observed = np.hstack([_best(tables, network, alpha) for alpha in alphas])
        names = [f"{network}, {name}" for name in ("untrained", *named("alpha", alphas[1:]))]
        parts.append(Evidence(observed, names, np.array([_predicted(tables, network, alpha) for alpha in alphas])))
    return Evidence.joined(parts)


def untrained_simulated(tables: Tables) -> Evidence:
    difference = _best(tables, "slides", _UNTRAINED) - _best(tables, "inputs", _UNTRAINED)
    return Evidence(difference, ["untrained minus inputs"])


def barrier_broken(tables: Tables) -> Evidence:
    return Evidence(_best(tables, "slides", 0.39), ["alpha = 0.39"])


def untrained(tables: Tables) -> Evidence:
    difference = _predicted(tables, "l = 0", math.inf) - _predicted(tables, "inputs", _UNTRAINED)
    return Evidence.exact([difference], ["untrained minus inputs"])


def l1(tables: Tables) -> Evidence:
    return Evidence.exact([_predicted(tables, "l = 1", math.inf)], ["l = 1"])


def l2(tables: Tables) -> Evidence:
    return Evidence.exact([_predicted(tables, "l = 2", math.inf)], ["l = 2"])


def l1_below_2n(tables: Tables) -> Evidence:
    difference = _predicted(tables, "l = 1", math.inf) - _predicted(tables, "inputs, 2n", _UNTRAINED)
    return Evidence.exact([difference], ["l = 1 minus inputs, 2n"])
