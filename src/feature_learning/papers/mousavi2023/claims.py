"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.claims_threshold import (
    fig_overlap_not_learned,
    fig_threshold_alignment,
    fig_threshold_bound,
    fig_threshold_gain,
    fig_threshold_linear,
    fig_threshold_order,
    fig_threshold_spike,
)
from feature_learning.papers.mousavi2023.exponents import NeededSamples, joint, slopes_by_seed
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named, one_by_seed
from feature_learning.theory.spiked_overlap import overlap_exponent, runtime_exponent, sample_exponent
from feature_learning.theory.whitened_flow import runtime_log_slope

__all__ = [
    "fig_overlap_not_learned",
    "fig_threshold_alignment",
    "fig_threshold_bound",
    "fig_threshold_gain",
    "fig_threshold_linear",
    "fig_threshold_order",
    "fig_threshold_spike",
]


def fig_phase_continuous(tables: Tables) -> Evidence:
    """The largest jump of the exponent across each line, over gamma1."""
    degrees, jumps = sorted(tables.theory("phase")["k"].unique()), {}
    for k, slope in itertools.product(map(int, degrees), (1, 2)):
        at = [(gamma1, slope * gamma1) for gamma1 in np.linspace(0.01, 0.49, 49)]
        gaps = [abs(sample_exponent(k, gamma1, gamma2 + 1e-12) - sample_exponent(k, gamma1, gamma2 - 1e-12)) for gamma1, gamma2 in at]
        jumps[f"k = {k}, gamma2 = {slope} gamma1"] = max(gaps)
    return Evidence.exact(list(jumps.values()), list(jumps))


def fig_phase_monotone(tables: Tables) -> Evidence:
    """The largest rise with gamma2 and the largest fall with gamma1."""
    found = {}
    for k, frame in tables.theory("phase").groupby("k"):
        grid = frame.pivot(index="gamma1", columns="gamma2", values="exponent").to_numpy()
        found[f"k = {k}, rise with gamma2"] = float(np.diff(grid, axis=1).max())
        found[f"k = {k}, fall with gamma1"] = float(-np.diff(grid, axis=0).min())
    return Evidence.exact(list(found.values()), list(found))


def fig_phase_orthogonal(tables: Tables) -> Evidence:
    """The distance of the exponent from k at gamma1 = 0.5, for gamma2 up to 0.5."""
    frame = tables.theory("phase", gamma1=0.5)
    frame = frame[frame["gamma2"] <= 0.5]
    found = (frame["exponent"] - frame["k"]).abs().groupby(frame["k"]).max()
    return Evidence.exact(found.tolist(), named("k", found.index.tolist()))


def fig_phase_aligned(tables: Tables) -> Evidence:
    """The distance of the exponent from ``1 + (k - 1)(1 - gamma2)`` at gamma1 = 0."""
    frame = tables.theory("phase", gamma1=0.0)
    gap = (frame["exponent"] - 1 - (frame["k"] - 1) * (1 - frame["gamma2"])).abs()
    found = gap.groupby(frame["k"]).max()
    return Evidence.exact(found.tolist(), named("k", found.index.tolist()))


def fig_spherical_threshold(tables: Tables) -> Evidence:
    """The threshold in gamma2 at d = 1e16, with a covariance of unit norm."""
    frame = tables.theory("spherical_threshold", convention="unit-norm", d=1e16).sort_values("k")
    return Evidence.exact(frame["threshold"].tolist(), named("k", frame["k"].tolist()), frame["limit"].tolist())


def fig_spherical_added_fails(tables: Tables) -> Evidence:
    """The final over the initial m for k = 4, the largest over gamma2.

    Below 1 it never rose, since paths are monotone.
    """
    frame = tables.theory("spherical_limit", convention="added", k=4)
    found = frame.groupby("d")["growth"].max()
    return Evidence.exact(found.tolist(), named("d", found.index.tolist()))


def fig_spherical_fixed_point(tables: Tables) -> Evidence:
    """The final m on samples against the fixed point."""
    return against_theory(tables.runs("spherical_flow"), tables.theory("spherical_flow"), "m", "gamma2", symbol="gamma2")


def _spherical(tables: Tables, value: str, gammas2: Sequence[float]) -> Evidence:
    return Evidence(by_seed(tables.runs("spherical_flow"), value, "gamma2", gammas2).to_numpy(), named("gamma2", gammas2))


def fig_spherical_overlap(tables: Tables) -> Evidence:
    """The final overlap of the flow on the sphere."""
    return _spherical(tables, "overlap", [0.5, 0.8])


def fig_spherical_whitened(tables: Tables) -> Evidence:
    """The final overlap of the whitened flow."""
    return _spherical(tables, "whitened", [0.5, 0.8])


def fig_spherical_not_learned(tables: Tables) -> Evidence:
    """The final overlap of the flow on the sphere at every strength."""
    return _spherical(tables, "overlap", [0.3, 0.5, 0.8])


def _pairs(tables: Tables) -> dict[str, tuple[float, float]]:
    names = sorted(tables.runs("initial_overlap")["structure"].unique())
    return {name: found for name in names if (found := gammas(name)) is not None}


def _slopes(tables: Tables, value: str, predicted: Sequence[float]) -> Evidence:
    pairs = _pairs(tables)
    observed = np.column_stack([slopes_by_seed(tables, value, name) for name in pairs])
    return Evidence(observed, [f"({a:g}, {b:g})" for a, b in pairs.values()], np.array(predicted))


def fig_runtime_overlap(tables: Tables) -> Evidence:
    """The slope of the median initial overlap against d."""
    return _slopes(tables, "overlap", [overlap_exponent(*pair) for pair in _pairs(tables).values()])


def fig_runtime_quadratic(tables: Tables) -> Evidence:
    """The slope of the time against ln d, for k = 2."""
    return _slopes(tables, "time_2", [runtime_log_slope(overlap_exponent(*pair)) for pair in _pairs(tables).values()])


def fig_runtime_cubic(tables: Tables) -> Evidence:
    """The exponent of the time in d, for k = 3."""
    return _slopes(tables, "time_3", [runtime_exponent(3, *pair) for pair in _pairs(tables).values()])


def fig_runtime_quartic(tables: Tables) -> Evidence:
    """The exponent of the time in d, for k = 4."""
    return _slopes(tables, "time_4", [runtime_exponent(4, *pair) for pair in _pairs(tables).values()])


def _deviation(tables: Tables, k: int) -> Evidence:
    found = [NeededSamples.of(tables, k, name) for name in sorted(tables.runs("signal_to_noise")["structure"].unique())]
    predicted = np.array([part.predicted for part in found])
    levels, fit = joint(found, lambda exponents: float(np.abs(exponents - predicted).max()))
    return Evidence(levels, ["largest deviation"], fit=fit)


def fig_snr_quadratic(tables: Tables) -> Evidence:
    """The largest distance of an exponent from its finite-d value, for k = 2."""
    return _deviation(tables, 2)


def fig_snr_cubic(tables: Tables) -> Evidence:
    """The largest distance of an exponent from its finite-d value, for k = 3."""
    return _deviation(tables, 3)


def _ordered(tables: Tables, k: int) -> Evidence:
    chains = (("0-0", "0-0.4", "0-0.8"), ("0.25-0.4", "0.25-0.8"))
    found = [NeededSamples.of(tables, k, name) for chain in chains for name in chain]
    levels, fit = joint(found, lambda exponents: float(-max(np.diff(exponents[:3]).max(), np.diff(exponents[3:]).max())))
    return Evidence(levels, ["smallest fall with gamma2"], fit=fit)


def fig_snr_ordered_quadratic(tables: Tables) -> Evidence:
    """The smallest fall of the exponent with gamma2, for k = 2."""
    return _ordered(tables, 2)


def fig_snr_ordered_cubic(tables: Tables) -> Evidence:
    """The smallest fall of the exponent with gamma2, for k = 3."""
    return _ordered(tables, 3)


def _risks(tables: Tables, experiment: str, structures: Sequence[str]) -> Evidence:
    return Evidence.stacked([(name, one_by_seed(tables.runs(experiment, ratio=16, structure=name), "risk")) for name in structures])


def fig_risk_network(tables: Tables) -> Evidence:
    """The network's risk where kernels fail, at n = 16 d."""
    return _risks(tables, "risk", ["isotropic", "0.5-0.6"])


def fig_risk_kernel(tables: Tables) -> Evidence:
    """The kernel's risk in the same structures, at n = 16 d."""
    return _risks(tables, "kernel_risk", ["isotropic", "0.5-0.6"])


def fig_risk_same(tables: Tables) -> Evidence:
    """All paired differences of the network's risk between structures, at n = 16 d."""
    found = by_seed(tables.runs("risk", ratio=16), "risk", "structure")
    pairs = list(itertools.combinations(found.columns, 2))
    return Evidence.stacked([(f"{a} less {b}", (found[a] - found[b]).to_numpy()) for a, b in pairs])


def fig_risk_kernel_wins(tables: Tables) -> Evidence:
    """The network's mean risk minus the kernel's, spike along the target, n = 16 d."""
    return _gap(tables, 1)


def fig_risk_network_wins_aligned(tables: Tables) -> Evidence:
    """The kernel's mean risk minus the network's, spike along the target, n = 16 d."""
    return _gap(tables, -1)


def _gap(tables: Tables, sign: int) -> Evidence:
    """Return the difference of risks; the experiment with more seeds is cut to the other's number."""
    parts = []
    for name in ("0-0.3", "0-0.6"):
        network, kernel = (one_by_seed(tables.runs(experiment, ratio=16, structure=name), "risk") for experiment in ("risk", "kernel_risk"))
        count = min(len(network), len(kernel))
        parts.append((name, sign * (network[:count] - kernel[:count])))
    return Evidence.stacked(parts)
