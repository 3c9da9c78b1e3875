"""A figure is drawn without the predictions of a theory that does not cover the values."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from feature_learning.core.coverage import unknown
from feature_learning.core.experiment import Experiment
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.classes import class_of
from feature_learning.pipeline.run.claims import NEEDS_LARGER, NOT_TESTABLE, ClaimJudge
from feature_learning.pipeline.run.numbers import quoted
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled
from papers import drawn, short
from papers.short import SHORT

CASES = [
    pytest.param(
        paper,
        figure,
        read,
        id=f"{paper}/{figure}-{read}",
        marks=pytest.mark.xdist_group(paper),  # made once, next to the other tests of the paper
    )
    for paper, declared in SHORT.papers.items()
    for figure, words in declared.figures.items()
    for read in words.reads
    if declared.experiments[read].theory is not None
    if read not in words.needs_theory
    if class_of(SHORT.theory_settings(paper, read)[0]).refuse is not Experiment.refuse
]


class Uncovered(Tables):
    """The tables of a paper, whose theory says nothing about one experiment."""

    def __init__(self, paper: str, experiment: str) -> None:
        super().__init__(short.results(paper), paper)
        self._uncovered = experiment
        frame = super()._select("theory", experiment, {})
        parts = [unknown(frame, one) for one in SHORT.theory_settings(paper, experiment)[:1]]
        self._cache["theory", experiment] = pd.concat(parts)

    def not_covered(self, experiment: str) -> str:
        return "the activation has a mean" if experiment == self._uncovered else ""


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize(("paper", "figure", "read"), CASES)
def test_a_figure_is_drawn_without_its_predictions(paper, figure, read):
    words = SHORT.papers[paper].figures[figure]
    tables = Uncovered(paper, read)
    with styled("neurips") as target:
        sheet = Sheet(target, accepted=words.accepted)
        drawn.module(paper, figure).draw(tables, sheet)
        quoted(words.numbers, paper, tables)
        sheet.arrange()
    plt.close("all")
    judge = ClaimJudge(paper, "laptop", short.results(paper), changed=True)
    judge._tables = tables
    for name, claim in words.claims.items():
        verdict = judge(figure, name, claim).verdict
        if read in tables.predicted:
            assert verdict in (NOT_TESTABLE, NEEDS_LARGER), name
