"""Evidence for figure-2."""

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.statistics import Evidence, Tables, against_theory

_LEARNED = {  # the directions of each target, and the first step that learns them
    "sphere-first": {1: 1},
    "sphere-each": {1: 1, 2: 2, 3: 3},
    "sphere-both": {1: 1, 2: 2, 3: 2},
}
_NOTHING = {"sphere-none": (1, 2, 3), "sphere-first": (2, 3)}


def strengths(tables: Tables) -> Evidence:
    parts, d = [], tables.values("spheres", "d")[-1]
    for target, directions in _LEARNED.items():
        runs, law = (read("spheres", target=target, d=d) for read in (tables.runs, tables.theory))
        for k, first in directions.items():
            times = list(range(first, 4))
            of = f"{target}, e{k}"
            parts.append(against_theory(runs, law, f"w{k}", "time", times, symbol="T", of=of))
    return Evidence.joined(parts)


def nothing_else(tables: Tables) -> Evidence:
    return exponents(
        {
            f"{target}, e{k}, T = 3": (tables.runs("spheres", target=target, time=3), f"w{k}")
            for target, directions in _NOTHING.items()
            for k in directions
        }
    )
