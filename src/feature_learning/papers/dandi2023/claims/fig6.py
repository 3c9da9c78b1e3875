"""Evidence for fig6."""

import itertools

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed


def _few(tables: Tables, target: str, column: str = "error") -> dict[int, pd.DataFrame]:
    """Return the runs with varied readouts of a target by width, one column per time."""
    runs = tables.runs("finite_width", target=target)
    return {width: by_seed(runs[runs["width"] == width], column, "time") for width in sorted(map(int, runs["width"].unique()))}


def finite_p(tables: Tables) -> Evidence:
    parts = []
    for name, kind in (("finite_width", "varied"), ("finite_width_equal", "equal")):
        for target, width in itertools.product(("example-1", "example-2"), sorted(map(int, tables.runs(name)["width"].unique()))):
            where: dict[str, str | int] = {"target": target, "width": width}
            runs, law = tables.runs(name, **where), tables.theory(name, **where)
            parts.append(against_theory(runs, law, "error", "time", symbol="T", of=f"{target}, {kind}, p = {width}"))
    return Evidence.joined(parts)


def floor(tables: Tables) -> Evidence:
    return Evidence.stacked(
        [
            (f"{target}, p = {width}, T = {time}", matrix[time].to_numpy())
            for target in ("example-1", "example-2")
            for width, matrix in _few(tables, target, "above_floor").items()
            for time in matrix
        ]
    )


def converse(tables: Tables) -> Evidence:
    found = _few(tables, "example-1")
    least, most = min(found), max(width for width in found if width <= 100)
    return Evidence.stacked([(f"p = {least} minus p = {most}", (found[least][2] - found[most][2]).to_numpy())])


def equal_readouts(tables: Tables) -> Evidence:
    matrix = by_seed(tables.runs("finite_width_equal", target="example-1", time=2), "error", "width")
    least, most = matrix.columns.min(), matrix.columns.max()
    return Evidence.stacked([(f"p = {least} minus p = {most}", (matrix[least] - matrix[most]).to_numpy())])


def staircase(tables: Tables) -> Evidence:
    one, two = (_few(tables, target) for target in ("example-1", "example-2"))
    return Evidence.stacked([(f"p = {p}", ((one[p][1] - one[p][2]) - (two[p][1] - two[p][2])).to_numpy()) for p in one])


def never(tables: Tables) -> Evidence:
    return Evidence.stacked(
        [(f"p = {p}, T = {t}", matrix[t].to_numpy()) for p, matrix in _few(tables, "example-2").items() for t in matrix]
    )
