"""Figures and claims follow the declared values: the lists of each experiment with one value less,
and with one more. If a figure or a claim fails, each list is changed alone, to name the culprit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, reduce
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import MissingError
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.schema import Figure
from feature_learning.pipeline.run.claims import ClaimJudge
from feature_learning.pipeline.run.numbers import quoted
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled
from papers import drawn, short
from papers.short import SHORT

FIGURES = [
    pytest.param(paper, figure, id=f"{paper}/{figure}", marks=pytest.mark.xdist_group(paper))
    for paper, declared in SHORT.papers.items()
    for figure in declared.figures
]
# Columns that grow in proportion to a value of an experiment, in a run with another value.
DERIVED = {
    ("transition", "factor"): ("d", "n"),
    ("minimiser", "d"): ("n",),
    ("transition", "ratio"): ("n",),
    ("tangent_powers", "factor"): ("n",),
}
# Values that a run without their last one has other rows for: its largest width runs at every n.
RUN_OTHERWISE = {("risk", "width")}


class Change(NamedTuple):
    """Lists of an experiment changed: what it is called, the new lists, and its tables."""

    name: str
    values: dict[str, list[Any]]
    table: Callable[[pd.DataFrame], pd.DataFrame]


class ChangedTables(Tables):
    """The tables of a paper, with those of one experiment changed."""

    def __init__(self, paper: str, experiment: str, change: Change) -> None:
        super().__init__(short.results(paper), paper)
        self._changed, self._change = experiment, change.table

    def _select(self, kind: str, experiment: str, where: dict[str, Any]) -> pd.DataFrame:
        table = super()._select(kind, experiment, {})
        table = self._change(table) if experiment == self._changed else table
        for column, value in where.items():
            assert column in table, column
            table = table[table[column] == value]
        if table.empty:
            raise MissingError(f"no row of {experiment} with {where}")
        return table.reset_index(drop=True)


def changes(experiment: str, design: Experiment, columns: set[str]) -> Iterator[list[Change]]:
    """Yield the changes of an experiment whose tables have these columns: first those that take a
    value from a list, then those that add one.
    """
    fewer, more = [], []
    for name, listed in design.values.items():
        if not isinstance(listed, list) or len(listed) < 2 or (experiment, name) in RUN_OTHERWISE:
            continue
        last = listed[-1]
        parts = last if isinstance(last, dict) else {name: last}
        known = {part: value for part, value in parts.items() if part in columns}
        if not known:
            continue
        fewer.append(Change(f"{name} without {last}", {name: listed[:-1]}, _without(known)))
        if isinstance(last, int | float) and not isinstance(last, bool) and np.isfinite(last):
            new = type(last)(1.1 * last + 1) if isinstance(last, int) else 1.0937 * last or 0.1
            table = _with(experiment, name, last, new)
            more.append(Change(f"{name} with {new}", {name: [*listed, new]}, table))
    yield from (fewer, more)


def together(parts: list[Change]) -> Change:
    """Return several changes of one experiment as one."""
    values = {name: listed for part in parts for name, listed in part.values.items()}
    name = ", ".join(part.name for part in parts)
    return Change(name, values, lambda table: reduce(lambda found, p: p.table(found), parts, table))


def _at(table: pd.DataFrame, values: dict[str, Any]) -> np.ndarray:
    held = [table[name] == value for name, value in values.items() if name in table]
    return np.logical_and.reduce(held) if held else np.zeros(len(table), dtype=bool)


def _without(values: dict[str, Any]) -> Callable[[pd.DataFrame], pd.DataFrame]:
    return lambda table: table[~_at(table, values)]


def _with(experiment: str, name: str, old: Any, new: Any) -> Callable[[pd.DataFrame], pd.DataFrame]:
    def added(table: pd.DataFrame) -> pd.DataFrame:
        rows = table[_at(table, {name: old})]
        grown = [column for column in DERIVED.get((experiment, name), ()) if column in table]
        changed = {column: (rows[column] * new / old).round().astype(int) for column in grown}
        return pd.concat([table, rows.assign(**{name: new}, **changed)] if len(rows) else [table])

    return added


def errors(paper: str, figure: str, read: str, change: Change, drawable: bool) -> dict[str, str]:
    """Draw a figure, if it can be, and judge its claims with one experiment changed; return what
    fails.
    """
    words, wrong = SHORT.papers[paper].figures[figure], {}
    tables = ChangedTables(paper, read, change)
    if drawable:
        try:
            with styled("neurips") as target:
                drawn.module(paper, figure).draw(tables, Sheet(target, accepted=words.accepted))
                quoted(words.numbers, paper, tables)
        except Exception as error:
            wrong[f"{read}: {change.name}"] = repr(error)
        plt.close("all")
    judge = ClaimJudge(paper, "laptop", short.results(paper), changed=True)
    judge._tables = tables
    for name, claim in words.claims.items():
        its = short.found(paper, figure, name)
        if its is not None and read not in its.found.reads:
            continue
        try:
            judge(figure, name, claim)
        except Exception as error:
            wrong[f"{read}: {change.name}, claim {name}"] = repr(error)
    return wrong


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_a_figure_and_its_claims_follow_the_values(paper, figure):
    declared, wrong = SHORT.papers[paper], {}
    words = declared.figures[figure]
    for read in words.reads:
        design = declared.experiments[read]
        if not design.seeds:
            continue
        lacks = partial(_lacks, words, declared.experiments, read)
        for kind in changes(read, design, set(short.tables(paper).runs(read))):
            for drawable in (True, False):
                parts = [part for part in kind if lacks(part) is not drawable]
                if parts and errors(paper, figure, read, together(parts), drawable):
                    for part in parts:
                        wrong |= errors(paper, figure, read, part, drawable)
    assert not wrong, "\n".join(f"{name}: {error}" for name, error in wrong.items())


def _lacks(words: Figure, experiments: Mapping[str, Experiment], read: str, change: Change) -> bool:
    """Whether a figure misses a value after a change of an experiment that it reads."""
    design = experiments[read]
    changed = design.model_copy(update={"values": {**design.values, **change.values}})
    return any(words.lacks({**experiments, read: changed}, {}))
