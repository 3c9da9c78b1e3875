"""Evidence for nn-theorem."""

from feature_learning.statistics import Evidence, Tables, at_best, by_seed, slopes_of_means


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
