"""Evidence for fig5."""

import math

import numpy as np

from feature_learning.statistics import Evidence, Tables, against_theory, one_by_seed

_STRENGTHS = {"strength_1": "strength 1", "strength_2": "strength 2"}


def _strength(tables: Tables, case: str, value: str, time: int) -> np.ndarray:
    return one_by_seed(tables.runs("direction_count", case=case, time=time), value)


def strengths(tables: Tables) -> Evidence:
    runs, theory = (read("direction_count", time=2) for read in (tables.runs, tables.theory))
    return Evidence.joined(
        [
            against_theory(runs, theory, value, "case", symbol=name)
            for value, name in _STRENGTHS.items()
        ]
    )


def second_direction(tables: Tables) -> Evidence:
    two, one = (_strength(tables, case, "strength_2", 2) for case in ("f2-spread", "f1-spread"))
    return Evidence.stacked([("f2 minus f1", two - one)])


def first_step(tables: Tables) -> Evidence:
    root = math.sqrt(tables.value("direction_count", "d"))
    cells = {
        f"{case}, {name}": (case, value)
        for case in ("f1-spread", "f2-spread")
        for value, name in _STRENGTHS.items()
    }
    first, second = (
        {name: root * _strength(tables, *cell, time) for name, cell in cells.items()}
        for time in (1, 2)
    )
    return Evidence.stacked([*first.items()]).against([each.mean() for each in second.values()])
