"""Evidence for fig-risk."""

from itertools import product

import numpy as np
import pandas as pd

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
