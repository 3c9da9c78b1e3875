"""Evidence for fig5."""

import math

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, one_by_seed


def _strength(tables: Tables, case: str, value: str, time: int) -> np.ndarray:
    return one_by_seed(tables.runs("direction_count", case=case, time=time), value)


def strengths(tables: Tables) -> Evidence:
    parts = [
        against_theory(
            tables.runs("direction_count", time=2), tables.theory("direction_count", time=2), value, "case", symbol=value.replace("_", " ")
        )
        for value in ("strength_1", "strength_2")
    ]
    return Evidence.joined(parts)


def needs_spread(tables: Tables) -> Evidence:
    varied, equal = (float(tables.theory("direction_count", case=case, time=2)["sampled_2"].iloc[0]) for case in ("f2-spread", "f2-equal"))
    return Evidence.exact([varied - 10 * equal], ["f2"])


def second_direction(tables: Tables) -> Evidence:
    two, one = (_strength(tables, case, "strength_2", 2) for case in ("f2-spread", "f1-spread"))
    return Evidence.stacked([("f2 minus f1", two - one)])


def first_step(tables: Tables) -> Evidence:
    d = int(tables.runs("direction_count")["d"].iloc[0])
    return Evidence.stacked(
        [
            (f"{case}, {value.replace('_', ' ')}", math.sqrt(d) * _strength(tables, case, value, 1))
            for case in ("f1-spread", "f2-spread")
            for value in ("strength_1", "strength_2")
        ]
    )
