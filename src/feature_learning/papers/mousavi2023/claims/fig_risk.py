"""Evidence for fig-risk."""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
import pandas as pd

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


def _structures(tables: Tables) -> list[str]:
    return list(dict.fromkeys(tables.runs("risk")["structure"]))


def _widest(tables: Tables, **where: float | str) -> pd.DataFrame:
    """Return the runs on h_2 with the widest second layer."""
    return tables.runs("risk", target="h2", width=tables.values("risk", "width")[-1], **where)


def formula(tables: Tables) -> Evidence:
    runs = _widest(tables)
    runs = runs.assign(
        gap=runs["risk"] - runs["learnable"],
        point=[f"{row.structure}, n = {row.ratio} d" for row in runs.itertuples()],
    )
    points = [f"{name}, n = {ratio} d" for name, ratio in product(_structures(tables), _LARGE)]
    return Evidence(by_seed(runs, "gap", "point", points).to_numpy(), points)


def rate(tables: Tables) -> Evidence:
    structures, ratios = _structures(tables), np.array(_LARGE, dtype=float)
    curves = [
        by_seed(_widest(tables, structure=structure), "risk", "ratio", _LARGE).to_numpy()
        for structure in structures
    ]

    def exponents(mean: np.ndarray) -> np.ndarray:
        return np.array([-loglog_slope(ratios, part) for part in np.split(mean, len(structures))])

    return Evidence(np.hstack(curves), structures, fit=exponents)


def same(tables: Tables) -> Evidence:
    risks = by_seed(_widest(tables, ratio=32), "risk", "structure")
    gaps = risks.drop(columns="isotropic").sub(risks["isotropic"], axis=0)
    return Evidence(gaps.to_numpy(), list(gaps.columns))


def kernel(tables: Tables) -> Evidence:
    return against_theory_by(
        "structure",
        ("isotropic", "0.25-0.6"),
        tables.runs("kernel_risk", target="h2"),
        tables.theory("kernel_risk", target="h2"),
        "risk",
        "ratio",
        (8, 16),
        symbol="n/d",
    )


def wins(tables: Tables) -> Evidence:
    parts = []
    for name in ("isotropic", "0-0.3", "0-0.45"):
        where: dict[str, float | str] = {"target": "h2-h4", "ratio": 16, "structure": name}
        widest = tables.values("risk", "width")[-1]
        network = one_by_seed(tables.runs("risk", width=widest, **where), "risk")
        kernel = one_by_seed(tables.runs("kernel_risk", **where), "risk")
        count = min(len(network), len(kernel))  # of the experiment with fewer seeds
        parts.append((name, kernel[:count] - network[:count]))
    return Evidence.stacked(parts)


_SIMULATED = (64, 128)  # dimensions of the kernel's threshold
_BETWEEN = {"h2": (32, 64, 128), "h3": (32, 64, 128), "h4": (16, 32, 48)}  # of its exponent
_DEGREES = [f"p = {target[1:]}" for target in _BETWEEN]
_NARROW = (4, 8, 16)

Fit = Callable[[np.ndarray], np.ndarray]


def width(tables: Tables) -> Evidence:
    columns = []
    for target in tables.values("risk", "target"):
        runs = tables.runs("risk", target=target, ratio=tables.values("risk", "ratio")[-1])
        runs = runs.assign(excess=np.log(runs["risk"] - runs["learnable"]))
        means = runs.groupby(["seed", "width"])["excess"].mean().reset_index()
        excess = by_seed(means, "excess", "width", _NARROW).to_numpy()
        columns.append((target, np.polyfit(np.log(_NARROW), excess.T, 1)[0]))
    return Evidence.stacked(columns)


def _halves(tables: Tables, cells: Sequence[tuple[str, int]]) -> tuple[np.ndarray, Fit]:
    """Return the kernel's risks at each target and d, (seeds, columns), and the n at which the risk
    is 1/2 as a function of their means.
    """
    curves = [
        by_seed(tables.runs("kernel_threshold", target=target, d=d), "risk", "n")
        for target, d in cells
    ]
    ends = np.cumsum([curve.shape[1] for curve in curves])[:-1]

    def halves(mean: np.ndarray) -> np.ndarray:
        parts = zip(curves, np.split(mean, ends), strict=True)
        return np.array(
            [half_learned(curve.columns.to_numpy(dtype=float), part) for curve, part in parts]
        )

    return np.hstack(curves), halves


def kernel_threshold(tables: Tables) -> Evidence:
    cells = list(product(("h2", "h3"), _SIMULATED))
    (risks, halves), law = _halves(tables, cells), tables.theory("kernel_threshold")
    interpolated = law.set_index(["target", "d"])["interpolated"]
    predicted = interpolated.reindex(cells).to_numpy()
    points = [f"{target}, d = {d}" for target, d in cells]
    return Evidence(risks, points, fit=lambda mean: halves(mean) / predicted)


def _exponents(tables: Tables) -> tuple[np.ndarray, Fit]:
    """Return the same risks, and the exponent of those n in d for each target."""
    cells = [(target, d) for target, dimensions in _BETWEEN.items() for d in dimensions]
    risks, halves = _halves(tables, cells)

    def exponents(mean: np.ndarray) -> np.ndarray:
        parts = zip(_BETWEEN.values(), np.split(halves(mean), len(_BETWEEN)), strict=True)
        return np.array([loglog_slope(np.array(d, dtype=float), part) for d, part in parts])

    return risks, exponents


def _limits(tables: Tables) -> np.ndarray:
    law = tables.theory("kernel_threshold")
    return law.groupby("target")["limit"].first()[list(_BETWEEN)].to_numpy()


def kernel_degree(tables: Tables) -> Evidence:
    (risks, exponents), limits = _exponents(tables), _limits(tables)
    neighbours = np.append(limits[1:], limits[-2])
    return Evidence(risks, _DEGREES, limits, fit=exponents).against(neighbours)


def kernel_order(tables: Tables) -> Evidence:
    (risks, exponents), limits = _exponents(tables), _limits(tables)
    return Evidence(risks, _DEGREES, fit=lambda mean: exponents(mean) / limits)
