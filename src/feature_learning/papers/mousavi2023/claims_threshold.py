"""Evidence on the sample size from which the whitened flow finds the direction."""

from __future__ import annotations

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.model import bound_exponent, gammas
from feature_learning.papers.mousavi2023.thresholds import Thresholds
from feature_learning.statistics.evidence import Evidence, by_run, by_seed, one_by_seed

_D, _PAIRED = 128, (64, 128)
_BY_STRENGTH = ("isotropic", "0-0.3", "0-0.6", "0-0.9")
_STRONG, _MISALIGNED = "0-0.9", "0.5-0.9"
_AROUND = (8, 12, 16, 24)


def fig_threshold_bound(tables: Tables) -> Evidence:
    """The exponent of the threshold minus the theorem's, for each structure."""
    found = Thresholds.of(tables.runs("overlap"))
    k = int(tables.runs("overlap")["k"].iloc[0])
    bounds = np.array([bound_exponent(k, structure) for structure in found.structures])
    return Evidence(found.shares, list(found.structures), fit=lambda mean: found.slopes(mean) - bounds)


def fig_threshold_linear(tables: Tables) -> Evidence:
    """The exponent of the threshold without a spike."""
    found = Thresholds.of(tables.runs("overlap", structure="isotropic"))
    return Evidence(found.shares, ["isotropic"], fit=found.slopes)


def fig_threshold_spike(tables: Tables) -> Evidence:
    """Ln of the threshold without a spike over that with the strongest one."""
    runs = tables.runs("overlap")
    found = Thresholds.of(runs[runs["d"].isin(_PAIRED)])
    none, strong = found.place("isotropic"), found.place(_STRONG)

    def gain(mean: np.ndarray) -> np.ndarray:
        halves = found.log_halves(mean)
        return np.asarray(halves[none] - halves[strong])

    return Evidence(found.shares, [f"d = {d:g}" for d in found.d], fit=gain)


def fig_threshold_order(tables: Tables) -> Evidence:
    """The slope of ln of the threshold on gamma2, spike along the target; no spike counts as 0."""
    found = Thresholds.of(tables.runs("overlap", d=_D))
    places = [found.place(structure) for structure in _BY_STRENGTH]
    strengths = np.array([pair[1] if (pair := gammas(structure)) else 0.0 for structure in _BY_STRENGTH])
    centred = strengths - strengths.mean()

    def slope(mean: np.ndarray) -> np.ndarray:
        return np.asarray(centred @ found.log_halves(mean)[places] / (centred @ centred))

    return Evidence(found.shares, ["slope on gamma2"], fit=slope)


def _aligned(tables: Tables, d: int, structure: str) -> np.ndarray:
    """Whether each run is aligned, (runs, ratios around the threshold)."""
    runs = by_run(tables.runs("overlap", d=d, structure=structure))
    return by_seed(runs, "aligned", "ratio", _AROUND).to_numpy(dtype=float)


def fig_threshold_alignment(tables: Tables) -> Evidence:
    """Each run's share of aligned samples with the aligned spike minus that with the misaligned one."""
    parts = [(_aligned(tables, d, _STRONG) - _aligned(tables, d, _MISALIGNED)).mean(axis=1) for d in _PAIRED]
    return Evidence.stacked([("mean over n/d = 8 to 24", np.concatenate(parts))])


def fig_threshold_gain(tables: Tables) -> Evidence:
    """The share of aligned runs with the strongest spike minus that without, at n = 16 d."""
    found = Thresholds.of(tables.runs("overlap", ratio=16))
    shares = found.shares.reshape(len(found.shares), len(found.structures), len(found.d))
    gains = shares[:, found.place(_STRONG)] - shares[:, found.place("isotropic")]
    return Evidence.stacked([(f"d = {d}", gains[:, list(found.d).index(d)]) for d in _PAIRED])


def fig_overlap_not_learned(tables: Tables) -> Evidence:
    """Whether a run without a spike is aligned at n = 4 d."""
    runs = by_run(tables.runs("overlap", d=_D, ratio=4, structure="isotropic"))
    return Evidence(one_by_seed(runs, "aligned")[:, None], ["isotropic, n = 4 d"], estimate="fraction")
