"""Evidence for figx-linear."""

import numpy as np

from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.statistics import Evidence, Tables, by_seed, one_by_seed, slope_of_mean


def _kernel_over_network(tables: Tables, *cells: tuple[int, int]) -> Evidence:
    """Return the kernel's excess risk over the network's on as many samples, paired by number."""
    ratios = []
    for s, n in cells:
        kernel = one_by_seed(tables.runs("kernel_baseline", s=s, total=2 * n), "excess")
        runs = best(tables.runs("learning_curves", s=s, d=MIDDLE, n=n))
        network = one_by_seed(runs, "refit")
        count = min(len(kernel), len(network))
        ratios.append((f"s = {s}, {2 * n} samples", kernel[:count] / network[:count]))
    return Evidence.stacked(ratios)


def beats_kernels(tables: Tables) -> Evidence:
    return _kernel_over_network(tables, (1, 1000), (2, 1000))


def no_gap_before(tables: Tables) -> Evidence:
    return _kernel_over_network(tables, (3, 100))


def _features_over_network(tables: Tables, features: int, network: int) -> Evidence:
    """Return the ratios of excess risks of random features to the network, at two widths."""

    def excess(method: str, width: int, **where: float) -> np.ndarray:
        runs = tables.runs("width", method=method, width_after=width, **where)
        return one_by_seed(runs, "excess")

    spreads = tables.values("width", "offsets", method="features")
    return Evidence.stacked(
        [
            (
                f"s = {s}, tau = {spread:g}",
                excess("features", features, s=s, offsets=spread) / excess("network", network, s=s),
            )
            for s in (1, 2)
            for spread in spreads
        ]
    )


def narrower_than_features(tables: Tables) -> Evidence:
    return _features_over_network(tables, 100, 100)


def thirty_beat_a_thousand(tables: Tables) -> Evidence:
    return _features_over_network(tables, 1000, 30)


def krr_distance(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("lazy"), "distance", "width"), "slope")


def movement(tables: Tables) -> Evidence:
    return slope_of_mean(by_seed(tables.runs("lazy"), "movement", "width"), "slope")
