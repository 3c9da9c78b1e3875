"""Evidence for nn-needs."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, at_best, by_seed

_TARGETS = ("he1-he4", "he2-he4", "he2-he3")
_FLOORS = ("he1-he4", "he2-he4")


def _risk(tables: Tables, target: str, bias: int) -> Evidence:
    runs = tables.runs("biases", target=target, bias=bias, gamma=0.75)
    return Evidence.of(by_seed(at_best(runs, "risk", "ridge", ["gamma"]), "risk", "gamma"), "gamma")


def biases(tables: Tables) -> Evidence:
    costs = []
    for target in _TARGETS:
        without, own = (_risk(tables, target, bias).observed[:, 0] for bias in (0, 1))
        costs.append((target, without - own))
    return Evidence.stacked(costs)


def floor(tables: Tables) -> Evidence:
    groups, rivals = [], []
    for target in _FLOORS:
        without, own = (_risk(tables, target, bias).observed for bias in (0, 1))
        least = tables.value("biases", "floor", target=target)
        groups.append(Evidence(without, [target], np.array([least])))
        rivals.append(float(own.mean()))
    return Evidence.joined(groups).against(rivals)
