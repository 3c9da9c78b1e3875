"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id.

A seed has several independent runs (replicas), and each is a row of the evidence. Exponents are fitted run by run.
"""

from __future__ import annotations

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.thresholds import kernel, network, slopes
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_run, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_STRUCTURED = (0.5, 1.0)


def fig1_exponent(tables: Tables) -> Evidence:
    """Each run's exponent of the threshold in d."""
    return Evidence.stacked([("slope", slopes(network(tables, 2, 0.0)))])


def fig1_d_log_d(tables: Tables) -> Evidence:
    """The thresholds over d ln d, relative to their mean in the run."""
    found = network(tables, 2, 0.0)
    at = np.array(found.columns, dtype=float)
    scaled = found.to_numpy() / (at * np.log(at))
    return Evidence(scaled / scaled.mean(axis=1, keepdims=True), named("d", list(found.columns)))


def _accuracies(tables: Tables, n_over_d: float, least: int) -> Evidence:
    runs = tables.runs("heatmap", n_over_d=n_over_d)
    matrix = by_seed(by_run(runs[runs["d"] >= least]), "accuracy", "d")
    return Evidence(matrix.to_numpy(), named("d", list(matrix.columns)))


def fig1_learned(tables: Tables) -> Evidence:
    """The accuracies at n = 8 d."""
    return _accuracies(tables, 8.0, 1)


def fig1_too_few(tables: Tables) -> Evidence:
    """The accuracies at n = d."""
    return _accuracies(tables, 1.0, 16)


def _ratio(tables: Tables, k: int, alpha: float, d: int) -> np.ndarray:
    """Return the network's thresholds over the kernel's, for the runs that both have."""
    ours, theirs = (found[d].to_numpy() for found in (network(tables, k, alpha), kernel(tables, k, alpha)))
    runs = min(len(ours), len(theirs))
    return np.asarray(ours[:runs] / theirs[:runs])


def fig1_kernel_16(tables: Tables) -> Evidence:
    """The network's threshold over the kernel's at d = 16."""
    return Evidence.stacked([("d = 16", _ratio(tables, 2, 0.0, 16))])


def fig1_kernel_32(tables: Tables) -> Evidence:
    """The network's threshold over the kernel's at d = 32."""
    return Evidence.stacked([("d = 32", _ratio(tables, 2, 0.0, 32))])


def fig1b_kernel_k2(tables: Tables) -> Evidence:
    """The kernel's exponents for k = 2."""
    found = kernel(tables, 2, 0.0)
    return Evidence.stacked([("slope", slopes(found[[d for d in found.columns if int(d) >= 12]]))])


def fig1b_kernel_k3(tables: Tables) -> Evidence:
    """The kernel's exponents for k = 3."""
    return Evidence.stacked([("slope", slopes(kernel(tables, 3, 0.0)))])


def fig1b_k3(tables: Tables) -> Evidence:
    """The network's exponents for k = 3."""
    return Evidence.stacked([("slope", slopes(network(tables, 3, 0.0)))])


def fig1b_ratio(tables: Tables) -> Evidence:
    """The network's threshold over the kernel's for k = 3."""
    return Evidence.stacked([("d = 16", _ratio(tables, 3, 0.0, 16))])


def fig2_ordered(tables: Tables) -> Evidence:
    """The differences of the exponent between neighbouring values of alpha."""
    parts = []
    for k in (2, 3):
        for low, high in ((0.0, 0.5), (0.5, 1.0)):
            one, other = network(tables, k, low), network(tables, k, high)
            common = [d for d in one.columns if d in other.columns]
            parts.append((f"k = {k}, alpha = {low:g} to {high:g}", slopes(one[common]) - slopes(other[common])))
    return Evidence.stacked(parts)


def fig2_half(tables: Tables) -> Evidence:
    """The network's exponents at alpha = 0.5."""
    return Evidence.stacked([(f"k = {k}", slopes(network(tables, k, 0.5))) for k in (2, 3)])


def fig2_one(tables: Tables) -> Evidence:
    """The network's exponents at alpha = 1."""
    return Evidence.stacked([(f"k = {k}", slopes(network(tables, k, 1.0))) for k in (2, 3)])


def fig2_exponent_without_k(tables: Tables) -> Evidence:
    """The differences of the exponent between k = 3 and 2."""
    found = [(f"alpha = {alpha:g}", slopes(network(tables, 3, alpha)) - slopes(network(tables, 2, alpha))) for alpha in _STRUCTURED]
    return Evidence.stacked(found)


def fig2_samples_without_k(tables: Tables) -> Evidence:
    """The ratios of thresholds between k = 3 and 2."""
    parts = []
    for alpha in _STRUCTURED:
        ratio = network(tables, 3, alpha) / network(tables, 2, alpha)
        parts += [(f"alpha = {alpha:g}, d = {d}", ratio[d].to_numpy()) for d in ratio.columns]
    return Evidence.stacked(parts)


def fig2_gain(tables: Tables) -> Evidence:
    """The threshold at alpha = 0 over that at alpha = 1, at d = 64."""
    return Evidence.stacked([("d = 64", (network(tables, 2, 0.0)[64] / network(tables, 2, 1.0)[64]).to_numpy())])


def fig2_kernel(tables: Tables) -> Evidence:
    """The network's threshold over the kernel's, with larger relevant coordinates."""
    return Evidence.stacked([(f"alpha = {alpha:g}, d = {d}", _ratio(tables, 2, alpha, d)) for alpha in _STRUCTURED for d in (16, 32)])


def _rate(tables: Tables) -> float:
    start, end = at_points(tables.theory("flow"), "gap", "t", [50.0, 100.0])
    return float(np.log(start / end) / 50)


def fig3_rate(tables: Tables) -> Evidence:
    """The rate at which the gap falls at late times."""
    return Evidence.exact([_rate(tables)], ["t = 50 to 100"])


def fig3_sandwich(tables: Tables) -> Evidence:
    """The smallest relative slack on either side of the inequality."""
    law = tables.theory("flow")
    law = law[law["gap"] > 1e-13]
    sides = [float(((law["gap"] - law["below"]) / law["gap"]).min()), float(((law["above"] - law["gap"]) / law["gap"]).min())]
    return Evidence.exact(sides, ["lower side", "upper side"])


def fig3_guarantee(tables: Tables) -> Evidence:
    """The measured rate over the guaranteed one."""
    law = tables.theory("flow")
    return Evidence.exact([_rate(tables) / (2 * float(law["temperature"].iloc[0]) * float(law["guarantee"].iloc[0]))], ["ratio"])


def fig3_values(tables: Tables) -> Evidence:
    """The least energy and its risk."""
    law = tables.theory("flow").iloc[0]
    return Evidence.exact([float(law["least"]), float(law["least_risk"])], ["L*", "risk*"], [0.0377884, 0.0758338])


def fig4_exponent(tables: Tables) -> Evidence:
    """The slope of the mean variance against the width."""
    matrix = by_seed(by_run(tables.runs("chaos")), "variance", "width")
    widths = np.array(matrix.columns, dtype=float)
    return Evidence(matrix.to_numpy(), ["slope"], fit=lambda mean: loglog_slope(widths, mean))


def fig4_constant(tables: Tables) -> Evidence:
    """The variance times the width."""
    matrix = by_seed(by_run(tables.runs("chaos")), "variance", "width")
    return Evidence(matrix.to_numpy() * np.array(matrix.columns, dtype=float), named("N", list(matrix.columns)))


def fig4_leading_order(tables: Tables) -> Evidence:
    """The variances against their leading order."""
    return against_theory(by_run(tables.runs("chaos")), tables.theory("chaos"), "variance", "width", symbol="N")


def fig4_linear(tables: Tables) -> Evidence:
    """The excess energies of linear neurons against their exact values."""
    runs = by_run(tables.runs("linear_neurons"))
    return against_theory(runs, tables.theory("linear_neurons"), "excess", "width", symbol="N")


def _heats(tables: Tables, low: float, high: float) -> Evidence:
    runs = tables.runs("temperature")
    matrix = by_seed(by_run(runs[runs["heat"].between(low, high)]), "accuracy", "heat")
    return Evidence(matrix.to_numpy(), named("lam d", list(matrix.columns)))


def fig5_cold(tables: Tables) -> Evidence:
    """The accuracies at low temperatures."""
    return _heats(tables, 0.0, 0.3)


def fig5_hot(tables: Tables) -> Evidence:
    """The accuracies at high temperatures."""
    return _heats(tables, 1.0, np.inf)


def fig5_width(tables: Tables) -> Evidence:
    """The accuracy of 20 neurons minus that of 1600, on the same data."""
    matrix = by_seed(by_run(tables.runs("widths")), "accuracy", "width", [20, 1600])
    return Evidence((matrix[20] - matrix[1600]).to_numpy()[:, None], ["N = 20 less N = 1600"])


def _ends(tables: Tables) -> np.ndarray:
    runs = tables.runs("torus")
    runs = runs[runs["t"] == runs["t"].max()]
    return by_seed(by_run(runs), "gap", "noise", ["none", "annealed"]).to_numpy()


def fig6_gain(tables: Tables) -> Evidence:
    """The mean discrepancy with decreasing noise over that without noise."""
    return Evidence(_ends(tables), ["annealed over none"], fit=lambda mean: float(mean[1] / mean[0]))


def fig6_paired(tables: Tables) -> Evidence:
    """Whether decreasing noise ends at a lower discrepancy, run by run."""
    ends = _ends(tables)
    return Evidence((ends[:, 1] < ends[:, 0])[:, None], ["all runs"], estimate="fraction")
