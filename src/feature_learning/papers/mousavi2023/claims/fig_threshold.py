"""Evidence for fig-threshold."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.claims import PAIRED, D
from feature_learning.papers.mousavi2023.shared.model import bound_exponent, gammas
from feature_learning.papers.mousavi2023.shared.thresholds import Thresholds
from feature_learning.statistics.evidence import Evidence, by_run, by_seed

_BY_STRENGTH = ("isotropic", "0-0.3", "0-0.6", "0-0.9")


_STRONG, _MISALIGNED = "0-0.9", "0.5-0.9"


_AROUND = (8, 12, 16, 24)


def bound(tables: Tables) -> Evidence:
    found = Thresholds.of(tables.runs("overlap"))
    k = int(tables.runs("overlap")["k"].iloc[0])
    bounds = np.array([bound_exponent(k, structure) for structure in found.structures])
    return Evidence(found.shares, list(found.structures), fit=lambda mean: found.slopes(mean) - bounds)


def linear(tables: Tables) -> Evidence:
    found = Thresholds.of(tables.runs("overlap", structure="isotropic"))
    return Evidence(found.shares, ["isotropic"], fit=found.slopes)


def spike(tables: Tables) -> Evidence:
    runs = tables.runs("overlap")
    found = Thresholds.of(runs[runs["d"].isin(PAIRED)])
    none, strong = found.place("isotropic"), found.place(_STRONG)

    def gain(mean: np.ndarray) -> np.ndarray:
        halves = found.log_halves(mean)
        return np.asarray(halves[none] - halves[strong])

    return Evidence(found.shares, [f"d = {d:g}" for d in found.d], fit=gain)


def order(tables: Tables) -> Evidence:
    found = Thresholds.of(tables.runs("overlap", d=D))
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


def alignment(tables: Tables) -> Evidence:
    parts = [(_aligned(tables, d, _STRONG) - _aligned(tables, d, _MISALIGNED)).mean(axis=1) for d in PAIRED]
    return Evidence.stacked([("mean over n/d = 8 to 24", np.concatenate(parts))])


def gain(tables: Tables) -> Evidence:
    found = Thresholds.of(tables.runs("overlap", ratio=16))
    shares = found.shares.reshape(len(found.shares), len(found.structures), len(found.d))
    gains = shares[:, found.place(_STRONG)] - shares[:, found.place("isotropic")]
    return Evidence.stacked([(f"d = {d}", gains[:, list(found.d).index(d)]) for d in PAIRED])
