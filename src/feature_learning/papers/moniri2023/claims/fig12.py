"""Evidence for fig12."""

import numpy as np

from feature_learning.papers.moniri2023.claims import of_batches
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed


def _cubic(tables: Tables, value: str, alpha: float) -> np.ndarray:
    runs = tables.runs("cubic", network="rank-one")
    return by_seed(runs, value, "alpha", [alpha]).to_numpy()


def _learned_h3(tables: Tables, alpha: float) -> Evidence:
    learned, untrained = (
        _cubic(tables, f"{state}learned_h3", alpha) for state in ("", "untrained_")
    )
    return Evidence(learned - untrained, [f"alpha = {alpha}"])


def h3_learned(tables: Tables) -> Evidence:
    return _learned_h3(tables, 0.45)


def h3_not_early(tables: Tables) -> Evidence:
    return _learned_h3(tables, 0.2)


def l3_gain(tables: Tables) -> Evidence:
    level = tables.value("cubic", "test_gain_l2")
    return Evidence(_cubic(tables, "test_gain", 0.45) - level, ["alpha = 0.45"])


def theory(tables: Tables) -> Evidence:
    runs, theory = tables.runs("cubic", network="rank-one"), tables.theory("cubic")
    alphas = [0.39, 0.45]
    return against_theory(runs, theory, "test_gain", "alpha", alphas, symbol="alpha")


def third_needed(tables: Tables) -> Evidence:
    without, with_third = (
        by_seed(
            tables.runs("cubic_remainder", network="rank-one", degree=degree),
            "remainder",
            "n",
            [2000],
        )
        for degree in (2, 3)
    )
    return Evidence.of(without - with_third, "n")


def talk_h3(tables: Tables) -> Evidence:
    learned, untrained = (
        of_batches(tables, "cubic_talk", f"{state}learned_h3", [0.43])
        for state in ("", "untrained_")
    )
    return Evidence(learned.observed - untrained.observed, learned.points)
