"""Evidence on the directions that several steps learn (fig4, fig5, fig7)."""

from __future__ import annotations

import math

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, one_by_seed


def fig4_theory(tables: Tables) -> Evidence:
    """The mean cosines of the gradients at the largest d, separately for each sign of the readout."""
    parts, d = [], int(tables.runs("multi_step")["d"].max())
    for target in ("notebook-1", "notebook-2"):
        for value in ("plus_first", "plus_second", "minus_first", "minus_second"):
            matrix = by_seed(tables.runs("multi_step", target=target, d=d), value, "time")
            times = list(matrix.columns)
            names = [f"{target}, {value.replace('_', ' ')}, T = {time}" for time in times]
            predicted = at_points(tables.theory("multi_step", target=target, d=d), value, "time", times)
            parts.append(Evidence(matrix.to_numpy(), names, predicted))
    return Evidence.joined(parts)


def _example(tables: Tables, target: str) -> tuple[np.ndarray, np.ndarray]:
    times = [2, 3]
    observed = by_seed(tables.runs("slide_examples", target=target), "new_direction", "time", times).to_numpy()
    return observed, at_points(tables.theory("slide_examples", target=target), "new_direction", "time", times)


def fig4_example_1(tables: Tables) -> Evidence:
    """The root mean square cosine with the new direction in example 1."""
    observed, predicted = _example(tables, "example-1")
    return Evidence(observed, ["T = 2", "T = 3"], predicted)


def fig4_example_2(tables: Tables) -> Evidence:
    """The root mean square cosine with the new direction in example 2, times sqrt d."""
    d = int(tables.runs("slide_examples")["d"].iloc[0])
    return Evidence(math.sqrt(d) * _example(tables, "example-2")[0], ["T = 2", "T = 3"])


def _strength(tables: Tables, case: str, value: str, time: int) -> np.ndarray:
    return one_by_seed(tables.runs("direction_count", case=case, time=time), value)


def fig5_strengths(tables: Tables) -> Evidence:
    """Both strengths after two steps, in all three cases."""
    parts = [
        against_theory(
            tables.runs("direction_count", time=2), tables.theory("direction_count", time=2), value, "case", symbol=value.replace("_", " ")
        )
        for value in ("strength_1", "strength_2")
    ]
    return Evidence.joined(parts)


def fig5_needs_spread(tables: Tables) -> Evidence:
    """The predicted second strength with varied readouts minus ten times that with equal ones, which is Monte Carlo error."""
    varied, equal = (float(tables.theory("direction_count", case=case, time=2)["sampled_2"].iloc[0]) for case in ("f2-spread", "f2-equal"))
    return Evidence.exact([varied - 10 * equal], ["f2"])


def fig5_second_direction(tables: Tables) -> Evidence:
    """The second strength of f2 minus that of f1."""
    two, one = (_strength(tables, case, "strength_2", 2) for case in ("f2-spread", "f1-spread"))
    return Evidence.stacked([("f2 minus f1", two - one)])


def fig5_first_step(tables: Tables) -> Evidence:
    """Both strengths after one step, times sqrt d."""
    d = int(tables.runs("direction_count")["d"].iloc[0])
    return Evidence.stacked(
        [
            (f"{case}, {value.replace('_', ' ')}", math.sqrt(d) * _strength(tables, case, value, 1))
            for case in ("f1-spread", "f2-spread")
            for value in ("strength_1", "strength_2")
        ]
    )
