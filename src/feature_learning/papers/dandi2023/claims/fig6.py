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
                found = against_theory(runs, law, "error", "time", symbol="T", of=of)
                parts.append(found.against(law.sort_values("time")["floor"].to_numpy()))
    return Evidence.joined(parts)


def floor(tables: Tables) -> Evidence:
    parts = []
    for target in _TARGETS:
        for width, excess in _few(tables, target, "above_floor").items():
            law = tables.theory("finite_width", target=target, width=width).set_index("time")
            floors = law["floor"]
            times = floors.index[(floors.index > 0) & (floors > 0)].tolist()
            points = [f"{target}, p = {width}, T = {time}" for time in times]
            found = Evidence(excess[times].to_numpy(), points)
            parts.append(found.against(-floors.loc[times].to_numpy()))
    return Evidence.joined(parts)


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
    other, parts = _few(tables, "example-1"), []
    for width, errors in _few(tables, "example-2").items():
        late = [time for time in (2, 3) if time in errors]
        found = Evidence(errors[late].to_numpy(), [f"p = {width}, T = {time}" for time in late])
        parts.append(found.against(other[width][late].mean().to_numpy()))
    return Evidence.joined(parts)
