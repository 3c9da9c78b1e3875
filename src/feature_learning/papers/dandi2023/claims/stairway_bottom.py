"""Evidence for stairway-bottom."""

import math

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, one_by_seed

_TIMES = [2, 3]


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
