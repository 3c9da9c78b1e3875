"""Evidence for fig-risk."""

import itertools
from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.experiments.kernel_threshold import half_learned
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, one_by_seed
from feature_learning.statistics.exponents import loglog_slope

_LARGE = (16, 32, 64)


_ALIGNED, _OTHER = ("0-0.3", "0-0.6"), ("isotropic", "0.5-0.6")


_SIMULATED = (64, 128)


_LIMIT = (4096.0, 65536.0)


def _structures(tables: Tables) -> list[str]:
    return list(dict.fromkeys(tables.runs("risk")["structure"]))


def formula(tables: Tables) -> Evidence:
    runs = tables.runs("risk")
    runs = runs.assign(gap=runs["risk"] - runs["learnable"])
    parts = [
        (f"{structure}, n = {ratio} d", one_by_seed(runs[(runs["structure"] == structure) & (runs["ratio"] == ratio)], "gap"))
        for structure, ratio in itertools.product(_structures(tables), _LARGE)
    ]
    return Evidence.stacked(parts)


def rate(tables: Tables) -> Evidence:
    structures = _structures(tables)
    curves = [by_seed(tables.runs("risk", structure=structure), "risk", "ratio", _LARGE).to_numpy() for structure in structures]

    def exponents(mean: np.ndarray) -> np.ndarray:
        return np.array([-loglog_slope(np.array(_LARGE, dtype=float), part) for part in np.split(mean, len(structures))])

    return Evidence(np.hstack(curves), structures, fit=exponents)


def same(tables: Tables) -> Evidence:
    found = by_seed(tables.runs("risk", ratio=32), "risk", "structure")
    others = [structure for structure in found.columns if structure != "isotropic"]
    return Evidence.stacked([(structure, (found[structure] - found["isotropic"]).to_numpy()) for structure in others])


def kernel(tables: Tables) -> Evidence:
    parts = []
    for structure in ("isotropic", "0.25-0.6", "0.5-0.6"):
        runs, theory = (table("kernel_risk", structure=structure) for table in (tables.runs, tables.theory))
        parts.append(against_theory(runs, theory, "risk", "ratio", (8, 16, 32), symbol="n/d", of=structure))
    return Evidence.joined(parts)


def _gap(tables: Tables, structures: Sequence[str]) -> Evidence:
    """The kernel's risk minus the network's at n = 16 d; the experiment with more seeds is cut to the other's number."""
    parts = []
    for name in structures:
        network, kernel = (one_by_seed(tables.runs(experiment, ratio=16, structure=name), "risk") for experiment in ("risk", "kernel_risk"))
        count = min(len(network), len(kernel))
        parts.append((name, kernel[:count] - network[:count]))
    return Evidence.stacked(parts)


def network_wins(tables: Tables) -> Evidence:
    return _gap(tables, _OTHER)


def network_wins_aligned(tables: Tables) -> Evidence:
    return _gap(tables, _ALIGNED)


def kernel_exponent(tables: Tables) -> Evidence:
    found, limits = {}, []
    for structure, own in tables.theory("kernel_threshold").groupby("structure"):
        ends = own.set_index("d")["needed"].loc[list(_LIMIT)].to_numpy()
        found[str(structure)] = loglog_slope(np.array(_LIMIT), ends)
        limits.append(float(own["limit"].iloc[0]))
    return Evidence.exact(list(found.values()), list(found), limits)


def kernel_threshold(tables: Tables) -> Evidence:
    frame = tables.theory("kernel_threshold")
    frame = frame[frame["d"].isin(_SIMULATED)].dropna(subset="interpolated")
    curves, points, sizes = [], [], np.array([])
    for _, row in frame.iterrows():
        runs = by_seed(tables.runs("kernel_threshold", d=int(row["d"]), structure=row["structure"]), "risk", "n")
        curves.append(runs.to_numpy())
        points.append(f"{row['structure']}, d = {row['d']:g}")
        sizes = np.array(runs.columns, dtype=float)

    def ratios(mean: np.ndarray) -> np.ndarray:
        halves = np.array([half_learned(sizes, part) for part in np.split(mean, len(points))])
        return np.asarray(halves / frame["interpolated"].to_numpy())

    return Evidence(np.hstack(curves), points, fit=ratios)
