"""Evidence for fig12."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed


def _cubic(tables: Tables, value: str, alphas: Sequence[float]) -> np.ndarray:
    return by_seed(tables.runs("cubic", network="rank-one"), value, "alpha", alphas).to_numpy()


def _learned_h3(tables: Tables, alpha: float) -> Evidence:
    learned = _cubic(tables, "learned_h3", [alpha]) - _cubic(tables, "untrained_learned_h3", [alpha])
    return Evidence(learned, [f"alpha = {alpha}"])


def h3_learned(tables: Tables) -> Evidence:
    return _learned_h3(tables, 0.45)


def h3_not_early(tables: Tables) -> Evidence:
    return _learned_h3(tables, 0.2)


def l3_gain(tables: Tables) -> Evidence:
    level = tables.theory("cubic")["test_gain_l2"].iloc[0]
    return Evidence(_cubic(tables, "test_gain", [0.45]) - level, ["alpha = 0.45"])


def theory(tables: Tables) -> Evidence:
    alphas = [0.29, 0.36, 0.39, 0.45]
    runs = tables.runs("cubic", network="rank-one")
    return against_theory(runs, tables.theory("cubic"), "test_gain", "alpha", alphas, symbol="alpha")


def third_needed(tables: Tables) -> Evidence:
    norms = [
        by_seed(tables.runs("cubic_remainder", network="rank-one", degree=degree), "remainder", "n", [2000]).to_numpy() for degree in (2, 3)
    ]
    return Evidence(norms[0] - norms[1], ["n = 2000"])
