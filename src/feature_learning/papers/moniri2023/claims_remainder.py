"""Evidence on the theorem's remainder, and on the third spike (fig11, fig12)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
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


def fig11_decays(tables: Tables) -> Evidence:
    """The slope in n of the remainder for the theorem's l."""
    exact = [("simplified", 0.1, 1), ("simplified", 0.2, 1), ("simplified", 0.29, 2)]
    return _of(tables, [*exact, ("rank-one", 0.2, 2), ("rank-one", 0.29, 2)])


def fig11_fewer_grow(tables: Tables) -> Evidence:
    """The slope in n of the remainder for fewer spikes."""
    return _of(tables, [("simplified", 0.1, 0), ("simplified", 0.2, 0), ("simplified", 0.36, 1)])


def fig11_spike(tables: Tables) -> Evidence:
    """The norm of F - F_0 over that of the first spike."""
    sizes = [1000, 2000]
    observed = _remainder(tables, "simplified", 0.2, 0)[sizes].to_numpy()
    theory = tables.theory("remainder", network="simplified", alpha=0.2, degree=0)
    return Evidence(observed / at_points(theory, "remainder", "n", sizes), named("n", sizes))


def fig11_slides_beta(tables: Tables) -> Evidence:
    """The slope in n of the talk's remainder with beta, for the talk's network."""
    return _slopes([("slope in n", _remainder(tables, "slides", 0.2, 1))])


def fig11_slides_residual(tables: Tables) -> Evidence:
    """The same with X^T (y - f_0)/n in place of beta."""
    return _slopes([("slope in n", _remainder(tables, "slides", 0.2, 1, "residual"))])


def _cubic(tables: Tables, value: str, alphas: Sequence[float]) -> np.ndarray:
    return by_seed(tables.runs("cubic", network="rank-one"), value, "alpha", alphas).to_numpy()


def _learned_h3(tables: Tables, alpha: float) -> Evidence:
    learned = _cubic(tables, "learned_h3", [alpha]) - _cubic(tables, "untrained_learned_h3", [alpha])
    return Evidence(learned, [f"alpha = {alpha}"])


def fig12_h3_learned(tables: Tables) -> Evidence:
    """The learned fraction of H_3 after a large step minus that without one."""
    return _learned_h3(tables, 0.45)


def fig12_h3_not_early(tables: Tables) -> Evidence:
    """The same after a small step."""
    return _learned_h3(tables, 0.2)


def fig12_l3_gain(tables: Tables) -> Evidence:
    """The test gain minus the theorem's level for l = 2."""
    level = tables.theory("cubic")["test_gain_l2"].iloc[0]
    return Evidence(_cubic(tables, "test_gain", [0.45]) - level, ["alpha = 0.45"])


def fig12_theory(tables: Tables) -> Evidence:
    """The test gain against the expansion with three spikes."""
    alphas = [0.29, 0.36, 0.39, 0.45]
    runs = tables.runs("cubic", network="rank-one")
    return against_theory(runs, tables.theory("cubic"), "test_gain", "alpha", alphas, symbol="alpha")


def fig12_third_needed(tables: Tables) -> Evidence:
    """The norm of F - F_2 minus that of F - F_3, over sqrt n, at n = 2000."""
    norms = [
        by_seed(tables.runs("cubic_remainder", network="rank-one", degree=degree), "remainder", "n", [2000]).to_numpy() for degree in (2, 3)
    ]
    return Evidence(norms[0] - norms[1], ["n = 2000"])
