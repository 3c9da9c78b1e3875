"""Evidence for figx-linear."""

from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.statistics import Evidence, Tables, one_by_seed


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
