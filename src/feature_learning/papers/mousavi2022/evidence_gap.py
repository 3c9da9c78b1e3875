"""The evidence on the generalisation gap (prop-c)."""

from __future__ import annotations

from typing import cast

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.exponents import loglog_slope

_MEASURABLE = 3.0  # in standard errors


def _gaps(tables: Tables) -> pd.DataFrame:
    """Gaps by seed, a column each (d, width, T/d)."""
    return tables.runs("gap").pivot(index="seed", columns=["d", "width", "t_over_d"], values="gap").sort_index(axis=1)


def prop_c_bound(tables: Tables) -> Evidence:
    """Gap over bound."""
    gaps, bound = _gaps(tables), tables.theory("gap").set_index("t_over_d")["bound"]
    columns = cast(list[tuple[int, int, int]], list(gaps.columns))
    points = [f"d = {d}, m = {width}, T/d = {ratio}" for d, width, ratio in columns]
    return Evidence(gaps.to_numpy() / np.array([bound.loc[ratio] for _, _, ratio in columns]), points)


def prop_c_exponent(tables: Tables) -> Evidence:
    """Slope of each seed's mean gap over the dimensions and widths that have every T."""
    runs = tables.runs("gap")
    runs = runs[runs["width"] < runs["wide"]] if (runs["width"] < runs["wide"]).any() else runs
    means = runs.groupby(["seed", "t_over_d"])["gap"].mean().unstack()
    ratios = means.columns.to_numpy(dtype=float)
    return Evidence(means.to_numpy(), ["exponent in T/d"], fit=lambda mean: loglog_slope(ratios, mean))


def _spread(tables: Tables, over: str) -> Evidence:
    """The worst ratio of the mean gaps that differ in one size alone, where all can be told from zero."""
    gaps = _gaps(tables)
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


def prop_c_width(tables: Tables) -> Evidence:
    """Over widths, at fixed d and T."""
    return _spread(tables, "width")


def prop_c_dimension(tables: Tables) -> Evidence:
    """Over dimensions, at fixed T/d and width."""
    return _spread(tables, "d")
