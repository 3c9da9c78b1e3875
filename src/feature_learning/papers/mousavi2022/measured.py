"""What the claims read from the tables: matrices with one row per seed, and evidence that several claims share."""

from __future__ import annotations

import itertools
from typing import cast

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics.evidence import Evidence, by_seed, named

_MEASURABLE = 3.0  # in standard errors


def neurons(tables: Tables, value: str, *biases: str) -> Evidence:
    """Return one number per seed, without or with biases."""
    frame = by_seed(tables.runs("neurons"), value, "bias", biases)
    return Evidence(frame.to_numpy(), [f"biases {bias}" for bias in biases])


def decay_slopes(tables: Tables, decays: list[float]) -> np.ndarray:
    """Return late exponents, one column per decay."""
    runs = tables.runs("decay")
    offset = float(runs["step_offset"].iloc[0])
    return np.column_stack([late_slopes(runs[runs["decay"] == decay], FITTED_FROM["prop-b"], offset) for decay in decays])


def final(tables: Tables, value: str) -> pd.DataFrame:
    """Return a column at the last time, with one row per seed and one column per decay."""
    return by_seed(last(tables.runs("decay")), value, "decay")


def falls(tables: Tables, value: str, sign: float) -> Evidence:
    """Return how much a number falls (sign 1) or rises (sign -1) from each decay to the next."""
    matrix = final(tables, value)
    decays = list(map(float, matrix.columns))
    points = [f"lambda = {one:g} and {two:g}" for one, two in itertools.pairwise(decays)]
    return Evidence(-sign * np.diff(matrix.to_numpy(), axis=1), points)


def gaps_by_size(tables: Tables) -> pd.DataFrame:
    """Return gaps by seed, with one column per (d, width, T/d)."""
    return tables.runs("gap").pivot(index="seed", columns=["d", "width", "t_over_d"], values="gap").sort_index(axis=1)


def worst_ratio(tables: Tables, over: str) -> Evidence:
    """Return the worst ratio of mean gaps that only differ in one size, among those distinguishable from zero."""
    gaps = gaps_by_size(tables)
    errors = gaps.std(ddof=1) / np.sqrt(len(gaps))
    every = cast(list[tuple[int, int, int]], list(gaps.columns))
    kept = [column for column in every if gaps[column].mean() > _MEASURABLE * errors[column]]
    place = ["d", "width", "t_over_d"].index(over)
    groups: dict[tuple[float, ...], list[int]] = {}
    for number, column in enumerate(kept):
        groups.setdefault(tuple(value for at, value in enumerate(column) if at != place), []).append(number)
    several = [group for group in groups.values() if len(group) > 1]

    def worst(mean: np.ndarray) -> float:
        ratios = [mean[group].max() / mean[group].min() for group in several]
        return float(max(ratios)) if ratios else float("nan")

    return Evidence(gaps[kept].to_numpy() if kept else gaps.to_numpy(), [f"worst ratio of {len(several)}"], fit=worst)


def at_plateau(tables: Tables, experiment: str, target: str, **where: bool) -> pd.DataFrame:
    """Return the error at the sizes where the kernel is on its plateau."""
    runs = tables.runs(experiment, target=target, **where)
    own = runs[(runs["d"] == runs["plateau_d"]) & (runs["n"] == runs["plateau_n"])]
    return by_seed(own, "error", "d")


def layer_values(tables: Tables, layer: str, value: str, *ranks: int) -> np.ndarray:
    """Return a column at given ranks of one first layer, (seeds, ranks)."""
    return by_seed(tables.runs("compress", layer=layer), value, "rank", ranks).to_numpy()


def singular_ratio(tables: Tables, target: str, *decays: float) -> Evidence:
    """Return the second over the first singular value at the end."""
    runs = last(tables.runs("subspace", target=target)).assign(ratio=lambda frame: frame["second"] / frame["first"])
    return Evidence(by_seed(runs, "ratio", "decay", decays).to_numpy(), named("lambda", decays))
