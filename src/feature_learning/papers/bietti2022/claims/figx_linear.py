"""Evidence for figx-linear."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.statistics.evidence import Evidence, by_seed


def _kernel_over_network(tables: Tables, cells: Sequence[tuple[int, int]]) -> Evidence:
    """Return the kernel's excess risk over the network's on as many samples, paired by number."""
    columns = []
    for s, n in cells:
        kernel = by_seed(tables.runs("kernel_baseline", s=s), "excess", "total", [2 * n])[2 * n].to_numpy()
        network = by_seed(best(tables.runs("learning_curves", s=s, d=MIDDLE, n=n)), "refit", "n", [n])[n].to_numpy()
        both = min(len(kernel), len(network))
        columns.append(kernel[:both] / network[:both])
    return Evidence(np.column_stack(columns), [f"s = {s}, {2 * n} samples" for s, n in cells])


def beats_kernels(tables: Tables) -> Evidence:
    return _kernel_over_network(tables, [(1, 1000), (2, 1000)])


def no_gap_before(tables: Tables) -> Evidence:
    return _kernel_over_network(tables, [(3, 100)])


def _features_over_network(tables: Tables, features: int, network: int) -> Evidence:
    """Return the ratios of excess risks of random features to the network, at two widths."""
    runs, columns, points = tables.runs("width"), [], []
    for s in (1, 2):
        own = runs[(runs["s"] == s) & (runs["method"] == "network") & (runs["width_after"] == network)]
        for spread in sorted(runs[runs["method"] == "features"]["offsets"].unique()):
            others = runs[(runs["s"] == s) & (runs["method"] == "features") & (runs["offsets"] == spread)]
            ratio = by_seed(others, "excess", "width_after", [features]).to_numpy() / by_seed(own, "excess", "width_after").to_numpy()
            columns.append(ratio[:, 0])
            points.append(f"s = {s}, tau = {spread:g}")
    return Evidence(np.column_stack(columns), points)


def narrower_than_features(tables: Tables) -> Evidence:
    return _features_over_network(tables, 100, 100)


def thirty_beat_a_thousand(tables: Tables) -> Evidence:
    return _features_over_network(tables, 1000, 30)
