"""Evidence that several figures share."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.statistics import Tables, at_points, by_seed

RIDGE = 1e-3
SAMPLES = 3.0  # per dimension, in the double descent


def dimensions(tables: Tables) -> list[int]:
    """Return the dimensions of the double descent, from the smallest."""
    return tables.values("double_descent", "d")


def curve(
    tables: Tables, value: str, lam: float, d: int, model: str = "features", target: str = "linear"
) -> pd.DataFrame:
    """Return one row per seed and one column per N/n."""
    runs = tables.runs("double_descent", lam=lam, d=d, model=model, target=target)
    return by_seed(runs, value, "ratio")


def predicted(
    tables: Tables, value: str, lam: float, d: int, ratios: Sequence[float], target: str = "linear"
) -> np.ndarray:
    """Return a column of the double descent's theory at some N/n."""
    theory = tables.theory("double_descent", lam=lam, d=d, target=target)
    return at_points(theory, value, "ratio", ratios)


def ratios(curves: pd.DataFrame, kept: Callable[[float], bool]) -> list[float]:
    """Return the N/n of curves that are kept."""
    return [ratio for ratio in map(float, curves.columns) if kept(ratio)]


def largest_increase(theory: pd.DataFrame, over: str, risk: str = "best_risk") -> float:
    """Return the largest step of a predicted risk, by default that at the best penalty, between
    neighbouring points where it is finite.
    """
    curve = theory.drop_duplicates(over).sort_values(over)[risk].to_numpy()
    return float(np.diff(curve[np.isfinite(curve)]).max())
