"""Evidence for fig-risk."""

from itertools import product

import numpy as np

from feature_learning.papers.mousavi2023.experiments.kernel import half_learned
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    by_seed,
    loglog_slope,
    one_by_seed,
)

_LARGE = (16, 32, 64)
_SIMULATED = (64, 128)  # dimensions of the kernel's threshold


def _structures(tables: Tables) -> list[str]:
    return list(dict.fromkeys(tables.runs("risk")["structure"]))


def formula(tables: Tables) -> Evidence:
    runs = tables.runs("risk")
    runs = runs.assign(
        gap=runs["risk"] - runs["learnable"],
        point=[f"{row.structure}, n = {row.ratio} d" for row in runs.itertuples()],
    )
    points = [f"{name}, n = {ratio} d" for name, ratio in product(_structures(tables), _LARGE)]
    return Evidence(by_seed(runs, "gap", "point", points).to_numpy(), points)


def rate(tables: Tables) -> Evidence:
    structures, ratios = _structures(tables), np.array(_LARGE, dtype=float)
    curves = [
        by_seed(tables.runs("risk", structure=structure), "risk", "ratio", _LARGE).to_numpy()
        for structure in structures
    ]

    def exponents(mean: np.ndarray) -> np.ndarray:
        return np.array([-loglog_slope(ratios, part) for part in np.split(mean, len(structures))])

    return Evidence(np.hstack(curves), structures, fit=exponents)


def same(tables: Tables) -> Evidence:
    risks = by_seed(tables.runs("risk", ratio=32), "risk", "structure")
    gaps = risks.drop(columns="isotropic").sub(risks["isotropic"], axis=0)
    return Evidence(gaps.to_numpy(), list(gaps.columns))


def kernel(tables: Tables) -> Evidence:
    return against_theory_by(
        "structure",
        ("isotropic", "0.25-0.6", "0.5-0.6"),
        tables.runs("kernel_risk"),
        tables.theory("kernel_risk"),
        "risk",
        "ratio",
        (8, 16, 32),
        symbol="n/d",
    )


def _gap(tables: Tables, *structures: str) -> Evidence:
    """Return the kernel's risk minus the network's at n = 16 d; the experiment with more seeds is
    cut to the other's number.
    """
    parts = []
    for name in structures:
        network, kernel = (
            one_by_seed(tables.runs(experiment, ratio=16, structure=name), "risk")
            for experiment in ("risk", "kernel_risk")
        )
        count = min(len(network), len(kernel))
        parts.append((name, kernel[:count] - network[:count]))
    return Evidence.stacked(parts)


def network_wins(tables: Tables) -> Evidence:
    return _gap(tables, "isotropic", "0.5-0.6")


def kernel_threshold(tables: Tables) -> Evidence:
    law = tables.theory("kernel_threshold")
    law = law[law["d"].isin(_SIMULATED)].dropna(subset="interpolated")
    cells = list(zip(law["structure"], law["d"], strict=True))
    curves = [
        by_seed(tables.runs("kernel_threshold", d=d, structure=structure), "risk", "n")
        for structure, d in cells
    ]
    sizes = curves[0].columns.to_numpy(dtype=float)

    def ratios(mean: np.ndarray) -> np.ndarray:
        halves = np.array([half_learned(sizes, part) for part in np.split(mean, len(cells))])
        return np.asarray(halves / law["interpolated"].to_numpy())

    points = [f"{structure}, d = {d:g}" for structure, d in cells]
    return Evidence(np.hstack(curves), points, fit=ratios)
