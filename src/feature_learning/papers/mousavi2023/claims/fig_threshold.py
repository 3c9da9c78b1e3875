"""Evidence for fig-threshold."""

import numpy as np

from feature_learning.papers.mousavi2023.claims import D
from feature_learning.papers.mousavi2023.shared.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.shared.thresholds import Thresholds
from feature_learning.statistics import Evidence, Tables, by_run, by_seed, named, one_by_seed

_PAIRED = (64, 128)
_BY_STRENGTH = (ISOTROPIC, *(Structure(0.0, gamma2) for gamma2 in (0.6, 0.9)))
_STRONG, _MISALIGNED, _WEAK = _BY_STRENGTH[-1], Structure(0.5, 0.9), Structure(0.4, 0.2)
_AROUND = (8, 12, 16, 24)  # n/d around the threshold


def bound(tables: Tables) -> Evidence:
    runs = tables.runs("overlap")
    thresholds, (k,) = Thresholds.of(runs), runs["k"].unique()
    structures = Structure.in_rows(runs)
    bounds = np.array([structures[name].bound_exponent(k) for name in thresholds.structures])
    names = list(thresholds.structures)
    found = Evidence(thresholds.shares, names, fit=lambda mean: thresholds.slopes(mean) - bounds)
    return found.against(np.where(bounds < k, k - bounds, np.nan))


def linear(tables: Tables) -> Evidence:
    thresholds = Thresholds.of(tables.runs("overlap", structure=ISOTROPIC.name))
    return Evidence(thresholds.shares, ["isotropic"], fit=thresholds.slopes)


def _later(tables: Tables, first: Structure, second: Structure) -> Evidence:
    """Return the logarithm of the first structure's threshold over the second's."""
    runs = tables.runs("overlap")
    thresholds = Thresholds.of(runs[runs["d"].isin(_PAIRED)])
    one, other = (thresholds.place(each.name) for each in (first, second))

    def ratio(mean: np.ndarray) -> np.ndarray:
        needed = thresholds.log_needed(mean)
        return np.asarray(needed[one] - needed[other])

    return Evidence(thresholds.shares, named("d", thresholds.d.tolist()), fit=ratio)


def spike(tables: Tables) -> Evidence:
    return _later(tables, ISOTROPIC, _STRONG)


def weak(tables: Tables) -> Evidence:
    return _later(tables, _WEAK, ISOTROPIC)


def order(tables: Tables) -> Evidence:
    thresholds = Thresholds.of(tables.runs("overlap", d=D))
    places = [thresholds.place(structure.name) for structure in _BY_STRENGTH]
    strengths = np.array([structure.exponents[1] for structure in _BY_STRENGTH])
    centred = strengths - strengths.mean()

    def slope(mean: np.ndarray) -> np.ndarray:
        return np.asarray(centred @ thresholds.log_needed(mean)[places] / (centred @ centred))

    return Evidence(thresholds.shares, ["slope on gamma2"], fit=slope)


def _aligned(tables: Tables, d: int, structure: Structure) -> np.ndarray:
    """Return whether each run is aligned, (runs, ratios around the threshold)."""
    runs = by_run(tables.runs("overlap", d=d, structure=structure.name))
    return by_seed(runs, "aligned", "ratio", _AROUND).to_numpy(dtype=float)


def _easier(tables: Tables, easy: Structure, hard: Structure) -> Evidence:
    gaps = [_aligned(tables, d, easy) - _aligned(tables, d, hard) for d in _PAIRED]
    return Evidence.stacked([("mean over n/d = 8 to 24", np.concatenate(gaps).mean(axis=1))])


def alignment(tables: Tables) -> Evidence:
    return _easier(tables, _STRONG, _MISALIGNED)


def stronger(tables: Tables) -> Evidence:
    return _easier(tables, Structure(0.25, 0.8), Structure(0.25, 0.4))


def gain(tables: Tables) -> Evidence:
    thresholds = Thresholds.of(tables.runs("overlap", ratio=16))
    seeds, d = len(thresholds.shares), list(thresholds.d)
    shares = thresholds.shares.reshape(seeds, len(thresholds.structures), len(d))
    gains = shares[:, thresholds.place(_STRONG.name)] - shares[:, thresholds.place(ISOTROPIC.name)]
    return Evidence(gains[:, [d.index(size) for size in _PAIRED]], named("d", _PAIRED))


def not_learned(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("overlap", d=D, ratio=4, structure="isotropic"))
    aligned = one_by_seed(runs, "aligned")
    return Evidence(aligned[:, None], ["isotropic, n = 4 d"], estimate="fraction")
