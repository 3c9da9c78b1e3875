"""What holds for every paper: its experiments run and repeat, its figures are drawn, its claims are judged."""

from __future__ import annotations

import importlib
import math
import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pandas as pd
import pytest
import yaml

from feature_learning.core.setting import Scalar
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import load, paper_keys
from feature_learning.pipeline.run.claims import evidence_function
from feature_learning.plotting.check import problems
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.verdicts import judge
from papers.running import rows, write_results

SMOKE = load({"scale": "smoke"})
# What the laptop scale has, at sizes of seconds: claims name the points that they need.
SHORT = load({"overrides": yaml.safe_load(Path(__file__).with_name("short.yaml").read_text())})
SEEDS = 3  # the fewest that a verdict needs
EXPERIMENTS = [(paper, name) for paper, declared in SMOKE.papers.items() for name, design in declared.experiments.items() if design.seeds]
FIGURES = [(paper, figure) for paper, declared in SHORT.papers.items() for figure in declared.figures]
CLAIMS = [
    (paper, figure, claim)
    for paper, declared in SHORT.papers.items()
    for figure, drawn in declared.figures.items()
    for claim in drawn.claims
]


def by_paper(cases: Sequence[tuple[str, ...]]) -> list[Any]:
    """Parameters that stay on one worker for each paper, so that its results are made once."""
    return [pytest.param(*case, id="/".join(case), marks=pytest.mark.xdist_group(case[0])) for case in cases]


@cache
def results(paper: str) -> Path:
    """Every experiment of a paper, cut short, with three seeds."""
    folder = Path(mkdtemp(prefix=f"{paper}-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at these sizes some logarithms and solutions are degenerate
        write_results(SHORT, paper, folder, SEEDS)
    return folder


class Watched(Tables):
    """The tables of a paper; it notes which experiments are read."""

    reads: set[str]

    def _select(self, kind: str, experiment: str, where: dict[str, Scalar]) -> pd.DataFrame:
        self.reads.add(experiment)
        return super()._select(kind, experiment, where)


@cache
def _tables(paper: str) -> Watched:
    return Watched(results(paper), paper)


def watched(paper: str) -> Watched:
    """Return the tables of a paper, of which nothing has been read yet."""
    tables = _tables(paper)
    tables.reads = set()
    return tables


def evidence_of(paper: str, figure: str, claim: str, tables: Tables) -> Evidence | None:
    """Return the evidence of a claim; None where its points are of another scale."""
    if "laptop" not in SHORT.papers[paper].figures[figure].claims[claim].scales:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return evidence_function(paper, figure, claim)(tables)


@pytest.mark.parametrize(("paper", "name"), by_paper(EXPERIMENTS))
def test_every_grid_point_has_rows_and_every_number_is_finite(paper, name):
    tables = watched(paper)
    setting = SHORT.settings(paper, name)[0]
    runs = tables.runs(name, **setting.swept)
    for variable, values in setting.grid.items():
        if variable in runs and np.isscalar(runs[variable].iloc[0]):
            assert set(values) <= set(runs[variable]), variable
    assert len(set(runs.groupby("seed").size())) == 1
    diverged = runs["diverged"] if "diverged" in runs else pd.Series(False, runs.index)
    values = runs[~diverged.astype(bool)].drop(columns=list(setting.grid), errors="ignore")
    for column in values.select_dtypes("number"):
        assert not values[column].isna().any(), column


@pytest.mark.parametrize(("paper", "name"), by_paper(EXPERIMENTS))
def test_a_run_repeats_to_the_bit_and_seeds_differ(paper, name):
    setting = SMOKE.settings(paper, name)[0]
    pd.testing.assert_frame_equal(rows(setting), rows(setting), check_exact=True)
    runs = watched(paper).runs(name).groupby("seed")
    first, second = (runs.get_group(seed).drop(columns="seed").reset_index(drop=True) for seed in (0, 1))
    assert not first.equals(second)


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")  # of curves that are empty at these sizes
@pytest.mark.parametrize(("paper", "figure"), by_paper(FIGURES))
def test_every_figure_is_drawn_from_what_it_declares(paper, figure):
    tables = watched(paper)
    with styled("neurips") as target:
        sheet = Sheet(target)
        module = importlib.import_module(f"feature_learning.papers.{paper}.figures.{figure.replace('-', '_')}")
        module.draw(tables, sheet)
        sheet.arrange()
        said = problems(sheet, SHORT.papers[paper].figures[figure].caption)
    assert not said
    drawn = sheet.drawn()
    assert len(drawn) > 4
    assert {"theory", "simulation"} & set(drawn["role"])
    assert np.isfinite(drawn.loc[drawn["role"] == "simulation", "y"].dropna()).all()
    declared = SHORT.papers[paper].figures[figure]
    # What a figure does not draw, one of its claims must need.
    for claim in declared.claims:
        evidence_of(paper, figure, claim, tables)
    assert tables.reads == set(declared.reads)


@pytest.mark.parametrize(("paper", "figure", "claim"), by_paper(CLAIMS))
def test_every_claim_is_judged_on_what_its_figure_reads(paper, figure, claim):
    drawn = SHORT.papers[paper].figures[figure]
    tables = watched(paper)
    evidence = evidence_of(paper, figure, claim, tables)
    if evidence is None:
        pytest.skip("its points are of another scale")
    found = judge(drawn.claims[claim], evidence)
    assert tables.reads <= set(drawn.reads)
    assert tables.reads
    assert len(found.points) == len(set(found.points)) == len(found.found) > 0
    assert evidence.estimate == "exact" or found.seeds > 0
    for interval in found.found:
        # At these sizes some thresholds are never reached: such a number decides nothing.
        if math.isnan(interval.estimate):
            assert found.verdict == "inconclusive"
        else:
            assert interval.low <= interval.estimate <= interval.high


@pytest.mark.parametrize("paper", [pytest.param(key, marks=pytest.mark.xdist_group(key)) for key in paper_keys()])
def test_theory_has_a_row_at_every_point_of_the_simulation(paper):
    tables = watched(paper)
    for name, design in SHORT.papers[paper].experiments.items():
        if not design.seeds or design.theory is None:
            continue
        runs, theory = tables.runs(name), tables.theory(name)
        for key in (*design.sweep, *design.grid):
            # Without a penalty there is no theory of the landscape.
            if key in theory and key in runs and np.isscalar(runs[key].iloc[0]) and (name, key) != ("landscape", "ridge"):
                assert set(runs[key]) <= set(theory[key]), f"{name}: {key}"
