"""Evidence for fig6."""

import pandas as pd

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed

_TARGETS = ("example-1", "example-2")


def _few(tables: Tables, target: str, column: str = "error") -> dict[int, pd.DataFrame]:
    """Return the runs with varied readouts by width, one column per time."""
    return {
        width: by_seed(tables.runs("finite_width", target=target, width=width), column, "time")
        for width in tables.values("finite_width", "width")
    }


def finite_p(tables: Tables) -> Evidence:
    parts = []
    for name, kind in (("finite_width", "varied"), ("finite_width_equal", "equal")):
        for target in _TARGETS:
            for width in tables.values(name, "width"):
                runs, law = (
                    read(name, target=target, width=width) for read in (tables.runs, tables.theory)
                )
                of = f"{target}, {kind}, p = {width}"
                parts.append(against_theory(runs, law, "error", "time", symbol="T", of=of))
    return Evidence.joined(parts)


def floor(tables: Tables) -> Evidence:
    return Evidence.joined(
        [
            Evidence(excess.to_numpy(), [f"{target}, p = {width}, T = {time}" for time in excess])
            for target in _TARGETS
            for width, excess in _few(tables, target, "above_floor").items()
        ]
    )


def converse(tables: Tables) -> Evidence:
    errors = _few(tables, "example-1")
    least, most = min(errors), max(width for width in errors if width <= 100)
    name = f"p = {least} minus p = {most}"
    return Evidence((errors[least] - errors[most])[[2]].to_numpy(), [name])


def equal_readouts(tables: Tables) -> Evidence:
    runs = tables.runs("finite_width_equal", target="example-1", time=2)
    errors = by_seed(runs, "error", "width")
    least, most = errors.columns.min(), errors.columns.max()
    name = f"p = {least} minus p = {most}"
    return Evidence.stacked([(name, (errors[least] - errors[most]).to_numpy())])


def staircase(tables: Tables) -> Evidence:
    one, two = (_few(tables, target) for target in _TARGETS)
    gains = {p: (one[p] - two[p])[1] - (one[p] - two[p])[2] for p in one}
    return Evidence.stacked([(f"p = {p}", gain.to_numpy()) for p, gain in gains.items()])


def never(tables: Tables) -> Evidence:
    return Evidence.joined(
        [
            Evidence(errors.to_numpy(), [f"p = {width}, T = {time}" for time in errors])
            for width, errors in _few(tables, "example-2").items()
        ]
    )
