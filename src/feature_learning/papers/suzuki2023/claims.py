"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id.

A seed has several independent runs (replicas), and each is a row of the evidence. Thresholds and their exponents are read off the
mean curves over runs.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.annealed import ANNEALED
from feature_learning.papers.suzuki2023.thresholds import (
    Curves,
    exponent_difference,
    exponents,
    growth_curves,
    heat_curves,
    kernel_curves,
    log_ratios,
    network_curves,
    together,
)
from feature_learning.papers.suzuki2023.times import learning_times, powers
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_run, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def fig1_exponent(tables: Tables) -> Evidence:
    """The exponent of the network's thresholds between d = 16 and 64."""
    return exponents([heat_curves(tables, 16, 64)], ["slope"])


def fig1_kernel(tables: Tables) -> Evidence:
    """The logarithm of the kernel's threshold over the network's."""
    return log_ratios(kernel_curves(tables, 2), heat_curves(tables), [16, 32])


def fig1_kernel_gap(tables: Tables) -> Evidence:
    """The kernel's exponent minus the network's, between d = 16 and 48."""
    common = [16, 24, 32, 48]
    return exponent_difference(kernel_curves(tables, 2).at(common), heat_curves(tables).at(common), "kernel less network")


def fig1_learned(tables: Tables) -> Evidence:
    """The accuracies at n = 8 d, at the longest horizon."""
    runs = tables.runs("growth_k2", n_over_d=8.0)
    matrix = by_seed(by_run(runs[runs["horizon"] == runs["horizon"].max()]), "accuracy", "d")
    return Evidence(matrix.to_numpy(), named("d", list(matrix.columns)))


def fig1_too_few(tables: Tables) -> Evidence:
    """The accuracies at the largest n that is at most d, for d from 16."""
    runs = tables.runs("heatmap")
    few = runs[(runs["horizon"] == runs["horizon"].max()) & (runs["n"] <= runs["d"]) & (runs["d"] >= 16)]
    matrix = by_seed(by_run(few[few["n"] == few.groupby("d")["n"].transform("max")]), "accuracy", "d")
    return Evidence(matrix.to_numpy(), named("d", list(matrix.columns)))


def fig1b_kernel_k2(tables: Tables) -> Evidence:
    """The kernel's exponent for k = 2, from d = 12."""
    return exponents([Curves.of(tables.runs("kernel_baseline", alpha=0.0, k=2), low=12)], ["slope"])


def fig1b_kernel_k3(tables: Tables) -> Evidence:
    """The kernel's exponent for k = 3."""
    return exponents([kernel_curves(tables, 3)], ["slope"])


def _cubic(tables: Tables, most: int = 24, horizon: float = np.inf) -> Curves:
    """Return the curves for k = 3 up to some d, at the longest of the horizons up to one."""
    horizons = tables.runs("growth_k3")["horizon"]
    within = horizons[horizons <= horizon]
    return growth_curves(tables, 3, float(within.max())).at([d for d in (8, 12, 16, 24) if d <= most])


def fig1b_k3_falls(tables: Tables) -> Evidence:
    """The exponent for k = 3 at a horizon of 8000 minus that at the longest, between d = 8 and 16."""
    return exponent_difference(_cubic(tables, 16, 8000.0), _cubic(tables, 16), "horizon 8000 less the longest")


def fig1b_k3(tables: Tables) -> Evidence:
    """The network's exponent for k = 3 at the longest horizon, between d = 8 and 24."""
    return exponents([_cubic(tables)], ["slope"])


def fig1b_k_difference(tables: Tables) -> Evidence:
    """The exponent for k = 3 (d = 8 to 24) minus that for k = 2 (d = 16 to 48), both at the longest horizon."""
    return exponent_difference(_cubic(tables), growth_curves(tables, 2).at([16, 24, 32, 48]), "k = 3 less k = 2")


def fig1b_csq(tables: Tables) -> Evidence:
    """The network's exponent for k = 3, as for `fig1b_k3`."""
    return fig1b_k3(tables)


def fig1b_ratio(tables: Tables) -> Evidence:
    """The logarithm of the network's threshold over the kernel's for k = 3."""
    return log_ratios(_cubic(tables), kernel_curves(tables, 3), [16])


def fig1b_time_k(tables: Tables) -> Evidence:
    """The power of d in the time to accuracy 0.8 for k = 3 minus that for k = 2, up to d = 24."""
    return Evidence.stacked([("k = 3 less k = 2", powers(tables, 3, 0.0, 24) - powers(tables, 2, 0.0, 24))])


def fig2_ordered(tables: Tables) -> Evidence:
    """The differences of the exponent between neighbouring values of alpha, on the dimensions of both."""
    parts = []
    for k in (2, 3):
        for low, high in ((0.0, 0.5), (0.5, 1.0)):
            one, other = network_curves(tables, k, low), network_curves(tables, k, high)
            common = [d for d in one.d if d in other.d]
            parts.append(exponent_difference(one.at(common), other.at(common), f"k = {k}, alpha = {low:g} to {high:g}"))
    return together(parts)


def _steep(tables: Tables, k: int, alpha: float) -> Curves:
    return Curves.of(tables.runs("anisotropic", alpha=alpha, k=k), 16, 64)


def fig2_half(tables: Tables) -> Evidence:
    """The network's exponents at alpha = 0.5, between d = 16 and 64."""
    return exponents([_steep(tables, k, 0.5) for k in (2, 3)], ["k = 2", "k = 3"])


def fig2_one(tables: Tables) -> Evidence:
    """The network's exponents at alpha = 1, between d = 16 and 64."""
    return exponents([_steep(tables, k, 1.0) for k in (2, 3)], ["k = 2", "k = 3"])


def fig2_exponent_without_k(tables: Tables) -> Evidence:
    """The difference of the exponent between k = 3 and 2 at alpha = 0.5."""
    return exponent_difference(_steep(tables, 3, 0.5), _steep(tables, 2, 0.5), "alpha = 0.5")


def fig2_gain(tables: Tables) -> Evidence:
    """The logarithm of the threshold at alpha = 0 over that at alpha = 1, at d = 64."""
    return log_ratios(network_curves(tables, 2, 0.0), network_curves(tables, 2, 1.0), [64])


def fig2_kernel(tables: Tables) -> Evidence:
    """The logarithm of the network's threshold over the kernel's, with larger relevant coordinates."""
    parts = [log_ratios(network_curves(tables, 2, alpha), kernel_curves(tables, 2, alpha), [16, 32]) for alpha in (0.5, 1.0)]
    return together(parts, ["alpha = 0.5", "alpha = 1"])


def fig2_time_alpha(tables: Tables) -> Evidence:
    """The differences of ln t80 between neighbouring values of alpha, for k = 3 at d = 16."""
    times = [np.log(by_seed(learning_times(tables, alpha=alpha, k=3, d=16), "t80", "d")[16].to_numpy()) for alpha in (0.0, 0.5, 1.0)]
    return Evidence.stacked([("alpha = 0 less 0.5", times[0] - times[1]), ("alpha = 0.5 less 1", times[1] - times[2])])


def fig2_time_bound(tables: Tables) -> Evidence:
    """The power of d in the time to accuracy 0.8 at alpha = 1."""
    return Evidence.stacked([(f"k = {k}", powers(tables, k, 1.0)) for k in (2, 3)])


def _rate(tables: Tables) -> float:
    start, end = at_points(tables.theory("flow"), "gap", "t", [50.0, 100.0])
    return float(np.log(start / end) / 50)


def fig3_rate(tables: Tables) -> Evidence:
    """The rate at which the gap falls at late times, over the linearised one."""
    law = tables.theory("flow").iloc[0]
    linear = at_points(tables.theory("rates", amplitude=law["amplitude"]), "energy", "temperature", [law["temperature"]])
    return Evidence.exact([_rate(tables) / float(linear[0])], ["t = 50 to 100"])


def _cold(tables: Tables) -> pd.DataFrame:
    rows = tables.theory("rates", amplitude=1.5)
    return rows[rows["temperature"] <= 0.015].sort_values("temperature")


def fig3_exponential(tables: Tables) -> Evidence:
    """The slope of the logarithm of the Gibbs law's gap in 1/lam, over minus the barrier (mean over the temperatures)."""
    rows = _cold(tables)
    slope = np.polyfit(1 / rows["temperature"], np.log(rows["gibbs"]), 1)[0]
    return Evidence.exact([float(-slope / rows["barrier"].mean())], ["slope over barrier"])


def fig3_kramers(tables: Tables) -> Evidence:
    """The Gibbs law's gap over Kramers' rate."""
    rows = _cold(tables)
    return Evidence.exact(list(rows["gibbs"] / rows["kramers"]), named("lam", list(rows["temperature"])))


def fig3_guarantee_all(tables: Tables) -> Evidence:
    """The least rate of the energy over the guaranteed one."""
    rows = tables.theory("rates")
    return Evidence.exact([float((rows["energy"] / rows["guarantee"]).min())], ["least ratio"])


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


def fig4_exponent(tables: Tables) -> Evidence:
    """The slope of the mean variance against the width."""
    matrix = by_seed(by_run(tables.runs("chaos")), "variance", "width")
    widths = np.array(matrix.columns, dtype=float)
    return Evidence(matrix.to_numpy(), ["slope"], fit=lambda mean: loglog_slope(widths, mean))


def fig4_leading_order(tables: Tables) -> Evidence:
    """The variances against their leading order."""
    return against_theory(by_run(tables.runs("chaos")), tables.theory("chaos"), "variance", "width", symbol="N")


def fig4_linear(tables: Tables) -> Evidence:
    """The excess energies of linear neurons against their exact values."""
    runs = by_run(tables.runs("linear_neurons"))
    return against_theory(runs, tables.theory("linear_neurons"), "excess", "width", symbol="N")


def _heats(tables: Tables, low: float, high: float, estimate: Literal["mean", "median"]) -> Evidence:
    runs = tables.runs("temperature")
    matrix = by_seed(by_run(runs[runs["heat"].between(low, high)]), "accuracy", "heat")
    return Evidence(matrix.to_numpy(), named("lam d", list(matrix.columns)), estimate=estimate)


def fig5_cold(tables: Tables) -> Evidence:
    """The accuracies at low temperatures."""
    return _heats(tables, 0.0, 0.3, "median")


def fig5_hot(tables: Tables) -> Evidence:
    """The accuracies at high temperatures."""
    return _heats(tables, 1.0, np.inf, "mean")


def fig5_anneal(tables: Tables) -> Evidence:
    """The accuracy with annealing minus that at lam d = 0.1, on the same data with the same noise."""
    parts = []
    for case in ("d16-k3-n96", "d24-k3-n192"):
        matrix = by_seed(by_run(tables.runs("annealed", case=case)), "accuracy", "schedule", [ANNEALED, "fixed-0.1"])
        parts.append((case, (matrix[ANNEALED] - matrix["fixed-0.1"]).to_numpy()))
    return Evidence.stacked(parts)


def fig5_width(tables: Tables) -> Evidence:
    """The accuracy of 100 neurons minus that of 1600, on the same data."""
    matrix = by_seed(by_run(tables.runs("widths")), "accuracy", "width", [100, 1600])
    return Evidence((matrix[100] - matrix[1600]).to_numpy()[:, None], ["N = 100 less N = 1600"])


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
