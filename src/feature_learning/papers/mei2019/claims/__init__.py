"""Evidence that several figures share."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import at_points, by_seed

RIDGE = 1e-3


def dimensions_of(tables: Tables) -> list[int]:
    return sorted(map(int, tables.runs("double_descent")["d"].unique()))


def curve(tables: Tables, value: str, lam: float, d: int, model: str = "features", target: str = "linear") -> pd.DataFrame:
    """Return one row per seed and one column per N/n."""
    return by_seed(tables.runs("double_descent", lam=lam, d=d, model=model, target=target), value, "ratio")


def predicted_of(tables: Tables, value: str, lam: float, d: int, ratios: Sequence[float], target: str = "linear") -> np.ndarray:
    theory = tables.theory("double_descent", lam=lam, d=d, target=target)
    return at_points(theory, value, "ratio", ratios)


def columns(matrix: pd.DataFrame, kept: Callable[[float], bool]) -> list[float]:
    return [ratio for ratio in map(float, matrix.columns) if kept(ratio)]


def largest_increase(frame: pd.DataFrame, over: str) -> float:
    return float(np.diff(frame.drop_duplicates(over).sort_values(over)["best_risk"].to_numpy()).max())
