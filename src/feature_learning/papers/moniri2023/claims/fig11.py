"""Evidence for fig11."""

import pandas as pd

from feature_learning.statistics import (
    Evidence,
    Tables,
    at_points,
    by_seed,
    slope_of_mean,
    slopes_of_means,
)


def _remainder(tables: Tables, network: str, alpha: float, degree: int) -> pd.DataFrame:
    """Return one row per seed and one column per n."""
    runs = tables.runs("remainder", network=network, alpha=alpha, degree=degree)
    return by_seed(runs, "remainder", "n")


def _slopes(tables: Tables, *cases: tuple[str, float, int]) -> Evidence:
    """Return slopes against n for cases of a network, alpha and degree."""
    names = [f"{network}, alpha = {alpha}, l = {degree}" for network, alpha, degree in cases]
    return slopes_of_means(
        {name: _remainder(tables, *case) for name, case in zip(names, cases, strict=True)}
    )


def decays(tables: Tables) -> Evidence:
    exact = [("simplified", 0.1, 1), ("simplified", 0.2, 1), ("simplified", 0.29, 2)]
    return _slopes(tables, *exact, ("rank-one", 0.2, 2), ("rank-one", 0.29, 2))


def fewer_grow(tables: Tables) -> Evidence:
    return _slopes(tables, ("simplified", 0.1, 0), ("simplified", 0.2, 0), ("simplified", 0.36, 1))


def spike(tables: Tables) -> Evidence:
    sizes = [1000, 2000]
    theory = tables.theory("remainder", network="simplified", alpha=0.2, degree=0)
    predicted = at_points(theory, "remainder", "n", sizes)
    return Evidence.of(_remainder(tables, "simplified", 0.2, 0)[sizes].div(predicted), "n")


def _talk_slope(tables: Tables, direction: str) -> Evidence:
    runs = tables.runs("remainder_talk", alpha=0.2, degree=1, direction=direction)
    return slope_of_mean(by_seed(runs, "remainder", "n"), "slope in n")


def slides_beta(tables: Tables) -> Evidence:
    return _talk_slope(tables, "beta")


def slides_residual(tables: Tables) -> Evidence:
    return _talk_slope(tables, "residual")
