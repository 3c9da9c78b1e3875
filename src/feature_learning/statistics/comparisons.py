"""Evidence in the forms that most claims have: runs beside their theory, and slopes of means."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.exponents import loglog_slope
from feature_learning.statistics.matrices import at_points, by_seed


def against_theory(
    runs: pd.DataFrame,
    theory: pd.DataFrame,
    value: str,
    over: str,
    points: Sequence[object] | None = None,
    *,
    symbol: str,
    of: str = "",
) -> Evidence:
    """Return the evidence of runs beside the theory's values at the same points.

    Parameters
    ----------
    runs
        Tidy rows with a ``seed`` column.
    theory
        Rows without seeds, with the same columns.
    value, over
        The column to compare and the column that distinguishes the points.
    points
        Which points; by default all points of the runs.
    symbol, of
        What the points are called in the verdict table, ``of, symbol = point``.

    Raises
    ------
    UserError
        As `by_seed` and `at_points` do.
    """
    curves = by_seed(runs, value, over, points)
    predicted = at_points(theory, value, over, list(curves.columns))
    return Evidence.of(curves, symbol, of, predicted)


def against_theory_by(
    by: str,
    names: Mapping[Any, str] | Sequence[str],
    runs: pd.DataFrame,
    theory: pd.DataFrame,
    value: str,
    over: str,
    points: Sequence[object] | None = None,
    *,
    symbol: str,
) -> Evidence:
    """Return the evidence of `against_theory` for several groups of rows, joined.

    Parameters
    ----------
    by
        The column that distinguishes the groups.
    names
        Its values, or for each what the verdict table calls it.
    runs, theory, value, over, points, symbol
        As in `against_theory`.

    Raises
    ------
    UserError
        As `against_theory` does.
    """
    called = names if isinstance(names, Mapping) else dict(zip(names, names, strict=True))
    groups = [
        against_theory(
            runs[runs[by] == group],
            theory[theory[by] == group],
            value,
            over,
            points,
            symbol=symbol,
            of=called[group],
        )
        for group in called
    ]
    return Evidence.joined(groups)


def slope_of_mean(curves: pd.DataFrame, point: str) -> Evidence:
    """Return the evidence of the slope of the mean curve on logarithmic axes.

    Parameters
    ----------
    curves
        One row per seed and one column per point, as from `by_seed`.
    point
        What the slope is called in the verdict table.
    """
    at = curves.columns.to_numpy(dtype=float)
    return Evidence(curves.to_numpy(), [point], fit=lambda mean: loglog_slope(at, mean))
