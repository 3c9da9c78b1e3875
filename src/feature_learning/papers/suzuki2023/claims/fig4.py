"""Evidence for fig4."""

import numpy as np
import pandas as pd

from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory,
    at_points,
    by_run,
    by_seed,
    slope_of_mean,
)

_WARM = 0.05
_TURN, _LATE = 16.0, 32.0
_COMPARED = (16, 64)


def exponent(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("chaos", temperature=_WARM))
    return slope_of_mean(by_seed(runs, "variance", "width"), "slope")


def leading_order(tables: Tables) -> Evidence:
    runs, law = (part("chaos", temperature=_WARM) for part in (tables.runs, tables.theory))
    return _against_independent(by_run(runs), law, "variance")


def linear(tables: Tables) -> Evidence:
    runs = by_run(tables.runs("linear_neurons"))
    return _against_independent(runs, tables.theory("linear_neurons"), "excess")


def uniform(tables: Tables) -> Evidence:
    points, parts = [], []
    for temperature in sorted(tables.runs("chaos")["temperature"].unique(), reverse=True):
        for width in _COMPARED:
            runs = by_run(tables.runs("chaos", temperature=temperature, width=width))
            parts.append(np.stack(runs.sort_values("seed")["distances"].to_list()))
            points.append(f"lam = {temperature:g}, N = {width}")
    times = np.asarray(tables.runs("chaos")["times"].iloc[0])

    def ratios(mean: np.ndarray) -> np.ndarray:
        curves = np.split(mean, len(parts))
        return np.array(
            [curve[times > _LATE].max() / curve[times <= _TURN].max() for curve in curves]
        )

    return Evidence(np.hstack(parts), points, fit=ratios)


def _against_independent(runs: pd.DataFrame, law: pd.DataFrame, value: str) -> Evidence:
    """Return runs beside the theory, against N neurons that do not see each other."""
    widths = sorted(runs["width"].unique())
    found = against_theory(runs, law, value, "width", symbol="N")
    return found.against(at_points(law, "independent", "width", widths))
