"""Comparisons of two experiments."""

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import of_runs

_BY = ("s", "total")


def kernel_over_network(tables: Tables) -> Quantity:
    """Geometric mean of the kernel's excess risk over that of the network on as many samples, d =
    20, by s and the ``total`` of samples.
    """
    runs = best(tables.runs("learning_curves", d=MIDDLE))
    runs = runs.assign(total=2 * runs["n"])
    network = of_runs(runs, "refit", _BY, "learning_curves").averaged("geometric mean")
    both = tables.runs("kernel_baseline").merge(network.points, on=list(_BY))
    kernel = of_runs(both, "excess", _BY, "kernel_baseline").averaged("geometric mean")
    return kernel.over(network)
