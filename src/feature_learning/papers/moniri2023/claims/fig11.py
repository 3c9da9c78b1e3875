"""Evidence for fig11."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def _remainder(tables: Tables, network: str, alpha: float, degree: int, direction: str = "beta") -> pd.DataFrame:
    """One row per seed, one column per n."""
    experiment = "remainder_talk" if network == "slides" else "remainder"
    runs = tables.runs(experiment, network=network, alpha=alpha, degree=degree, direction=direction)
    return by_seed(runs, "remainder", "n")


def _slopes(curves: Sequence[tuple[str, pd.DataFrame]]) -> Evidence:
    """The slope of each curve against n."""
    sizes = curves[0][1].columns.to_numpy(dtype=float)

    def fit(mean: np.ndarray) -> np.ndarray:
        return np.array([loglog_slope(sizes, curve) for curve in mean.reshape(-1, len(sizes))])

    return Evidence(np.hstack([curve.to_numpy() for _, curve in curves]), [name for name, _ in curves], fit=fit)


def _of(tables: Tables, cases: Sequence[tuple[str, float, int]]) -> Evidence:
    named_cases = [(f"{network}, alpha = {alpha}, l = {degree}", (network, alpha, degree)) for network, alpha, degree in cases]
    return _slopes([(name, _remainder(tables, *case)) for name, case in named_cases])


def decays(tables: Tables) -> Evidence:
    exact = [("simplified", 0.1, 1), ("simplified", 0.2, 1), ("simplified", 0.29, 2)]
    return _of(tables, [*exact, ("rank-one", 0.2, 2), ("rank-one", 0.29, 2)])


def fewer_grow(tables: Tables) -> Evidence:
    return _of(tables, [("simplified", 0.1, 0), ("simplified", 0.2, 0), ("simplified", 0.36, 1)])


def spike(tables: Tables) -> Evidence:
    sizes = [1000, 2000]
    observed = _remainder(tables, "simplified", 0.2, 0)[sizes].to_numpy()
    theory = tables.theory("remainder", network="simplified", alpha=0.2, degree=0)
    return Evidence(observed / at_points(theory, "remainder", "n", sizes), named("n", sizes))


def slides_beta(tables: Tables) -> Evidence:
    return _slopes([("slope in n", _remainder(tables, "slides", 0.2, 1))])


def slides_residual(tables: Tables) -> Evidence:
    return _slopes([("slope in n", _remainder(tables, "slides", 0.2, 1, "residual"))])
