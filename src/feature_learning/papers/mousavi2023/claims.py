"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.claims_one_step import (
    fig_one_step_fails,
    fig_one_step_gradient,
    fig_one_step_pca_aligned,
    fig_one_step_pca_misaligned,
    fig_one_step_pca_top,
    fig_one_step_warm,
)
from feature_learning.papers.mousavi2023.claims_risk import (
    fig_risk_formula,
    fig_risk_kernel,
    fig_risk_kernel_exponent,
    fig_risk_kernel_threshold,
    fig_risk_network_wins,
    fig_risk_network_wins_aligned,
    fig_risk_rate,
    fig_risk_same,
)
from feature_learning.papers.mousavi2023.claims_spherical import (
    fig_spherical_added_fails,
    fig_spherical_fails,
    fig_spherical_fixed_point,
    fig_spherical_sharp,
    fig_spherical_threshold,
    fig_spherical_whitened,
)
from feature_learning.papers.mousavi2023.claims_threshold import (
    fig_overlap_not_learned,
    fig_threshold_alignment,
    fig_threshold_bound,
    fig_threshold_gain,
    fig_threshold_linear,
    fig_threshold_order,
    fig_threshold_spike,
)
from feature_learning.papers.mousavi2023.claims_width import fig_width_helps, fig_width_overlap
from feature_learning.papers.mousavi2023.exponents import VisibleSamples, side_by_side, slopes_by_seed, visible
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.statistics.evidence import Evidence, named
from feature_learning.theory.spiked_overlap import overlap_exponent, runtime_exponent
from feature_learning.theory.whitened_flow import runtime_log_slope

__all__ = [
    "fig_one_step_fails",
    "fig_one_step_gradient",
    "fig_one_step_pca_aligned",
    "fig_one_step_pca_misaligned",
    "fig_one_step_pca_top",
    "fig_one_step_warm",
    "fig_overlap_not_learned",
    "fig_risk_formula",
    "fig_risk_kernel",
    "fig_risk_kernel_exponent",
    "fig_risk_kernel_threshold",
    "fig_risk_network_wins",
    "fig_risk_network_wins_aligned",
    "fig_risk_rate",
    "fig_risk_same",
    "fig_spherical_added_fails",
    "fig_spherical_fails",
    "fig_spherical_fixed_point",
    "fig_spherical_sharp",
    "fig_spherical_threshold",
    "fig_spherical_whitened",
    "fig_threshold_alignment",
    "fig_threshold_bound",
    "fig_threshold_gain",
    "fig_threshold_linear",
    "fig_threshold_order",
    "fig_threshold_spike",
    "fig_width_helps",
    "fig_width_overlap",
]

_SMALL = 1e-2
_CHAINS = (("0-0", "0-0.4", "0-0.8"), ("0.25-0.4", "0.25-0.8"))
"""Structures of growing strength, at two alignments."""


def fig_phase_aligned(tables: Tables) -> Evidence:
    """The distance of the exponent from ``1 + (k - 1)(1 - gamma2)`` at gamma1 = 0."""
    frame = tables.theory("phase", gamma1=0.0)
    gap = (frame["exponent"] - 1 - (frame["k"] - 1) * (1 - frame["gamma2"])).abs()
    found = gap.groupby(frame["k"]).max()
    return Evidence.exact(found.tolist(), named("k", found.index.tolist()))


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


def fig_runtime_epsilon(tables: Tables) -> Evidence:
    """The slope of the time in ln(1/epsilon) over its value for small epsilon."""
    found = {}
    for k, frame in tables.theory("runtime_epsilon").groupby("k"):
        own = frame[frame["epsilon"] <= _SMALL]
        found[k] = float(np.polyfit(own["log"], own["time"], 1)[0]) / own["slope"].iloc[0]
    return Evidence.exact(list(found.values()), named("k", list(found)))


def _deviation(tables: Tables, k: int) -> Evidence:
    found = visible(tables, k)
    seen, places = side_by_side(list(found.values()))

    def gaps(mean: np.ndarray) -> np.ndarray:
        parts = zip(found.values(), places, strict=True)
        return np.array([part.exponent(mean[own]) - part.predicted_exponent(mean[own]) for part, own in parts])

    return Evidence(seen, list(found), fit=gaps)


def fig_snr_quadratic(tables: Tables) -> Evidence:
    """The exponent of the measured sample size minus that of the predicted one, for k = 2."""
    return _deviation(tables, 2)


def fig_snr_cubic(tables: Tables) -> Evidence:
    """The exponent of the measured sample size minus that of the predicted one, for k = 3."""
    return _deviation(tables, 3)


def _ordered(tables: Tables, k: int) -> Evidence:
    found = [VisibleSamples.of(tables, k, name) for name in dict.fromkeys(itertools.chain(*_CHAINS))]
    seen, places = side_by_side(found)

    def falls(mean: np.ndarray) -> np.ndarray:
        own = [part.exponent(mean[place]) for part, place in zip(found, places, strict=True)]
        return np.array([own[0] - own[1], own[1] - own[2], own[3] - own[4]])

    steps = [f"{weak} to {strong}" for chain in _CHAINS for weak, strong in itertools.pairwise(chain)]
    return Evidence(seen, steps, fit=falls)


def fig_snr_ordered_quadratic(tables: Tables) -> Evidence:
    """The falls of the exponent with gamma2, for k = 2."""
    return _ordered(tables, 2)


def fig_snr_ordered_cubic(tables: Tables) -> Evidence:
    """The falls of the exponent with gamma2, for k = 3."""
    return _ordered(tables, 3)
