"""Evidence for nn-theorem."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, at_best, by_seed, slopes_of_means

_TARGETS = ("he1-he4", "he2-he4", "he2-he3")
_FLOORS = ("he1-he4", "he2-he4")


def network_narrow(tables: Tables) -> Evidence:
    runs = at_best(tables.runs("dimensions"), "risk", "ridge", ["d", "factor", "power", "target"])
    return slopes_of_means(
        {
            f"{target}, N = {factor:g} d^{power:g}": by_seed(part, "risk", "d")
            for (factor, power, target), part in runs.groupby(["factor", "power", "target"])
        }
    )


def network_cubic(tables: Tables) -> Evidence:
    runs = tables.runs("dimensions", target="he3", power=0.5, d=512)
    return Evidence.of(by_seed(at_best(runs, "risk", "ridge", ["d"]), "risk", "d"), "d")


def _risk(tables: Tables, target: str, bias: int) -> Evidence:
    runs = tables.runs("biases", target=target, bias=bias, gamma=0.75)
    return Evidence.of(by_seed(at_best(runs, "risk", "ridge", ["gamma"]), "risk", "gamma"), "gamma")


def network_biases(tables: Tables) -> Evidence:
    costs = []
    for target in _TARGETS:
        without, own = (_risk(tables, target, bias).observed[:, 0] for bias in (0, 1))
        costs.append((target, without - own))
    return Evidence.stacked(costs)


def network_floor(tables: Tables) -> Evidence:
    groups, rivals = [], []
    for target in _FLOORS:
        without, own = (_risk(tables, target, bias).observed for bias in (0, 1))
        floor = tables.value("biases", "floor", target=target)
        groups.append(Evidence(without, [target], np.array([floor])))
        rivals.append(float(own.mean()))
    return Evidence.joined(groups).against(rivals)
