"""Evidence for fig4."""

import math

import numpy as np

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, one_by_seed

_TIMES = [2, 3]


def theory(tables: Tables) -> Evidence:
    parts, d = [], tables.values("multi_step", "d")[-1]
    for target in ("notebook-1", "notebook-2"):
        runs, law = (
            read("multi_step", target=target, d=d) for read in (tables.runs, tables.theory)
        )
        for value in ("plus_first", "plus_second", "minus_first", "minus_second"):
            name = f"{target}, {value.replace('_', ' ')}"
            found = against_theory(runs, law, value, "time", symbol="T", of=name)
            assert found.predicted is not None
            first = np.full(len(found.points), found.predicted[0])
            parts.append(found.against([np.nan, *first[1:]]))
    return Evidence.joined(parts)


def _slope(tables: Tables, target: str) -> Evidence:
    """Return the slope of the plane's line of gradients with readouts +1 at the second step."""
    runs = tables.runs("planes", target=target, d=tables.values("planes", "d")[-1], time=2)
    slopes = one_by_seed(runs.assign(slope=runs["plus_second"] / runs["plus_first"]), "slope")
    return Evidence.stacked([(f"{target}, T = 2", slopes)])


def planes(tables: Tables) -> Evidence:
    return _slope(tables, "notebook-2")


def planes_equal(tables: Tables) -> Evidence:
    return _slope(tables, "quartic")


def example_1(tables: Tables) -> Evidence:
    runs, law = (
        read("slide_examples", target="example-1") for read in (tables.runs, tables.theory)
    )
    return against_theory(runs, law, "new_direction", "time", _TIMES, symbol="T")


def example_2(tables: Tables) -> Evidence:
    runs = tables.runs("slide_examples", target="example-2")
    sizes = by_seed(runs, "new_direction", "time", _TIMES).to_numpy()
    return Evidence(math.sqrt(tables.value("slide_examples", "d")) * sizes, ["T = 2", "T = 3"])
