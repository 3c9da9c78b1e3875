"""What holds for every paper: its experiments run and repeat, its figures are drawn, its claims are
judged.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.setting import flat
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import load, paper_keys
from feature_learning.pipeline.declare.claim import claim_id
from feature_learning.pipeline.declare.schema import Figure
from feature_learning.pipeline.report.fields import declared_values
from feature_learning.plotting import marks
from feature_learning.plotting.targets import styled
from papers import drawn, pin, short
from papers.published import unlike
from papers.running import rows
from papers.short import CLAIMS, SHORT
from plotting.checker import problems

SMOKE = load({"scale": "smoke"})
EXPERIMENTS = [
    (paper, name)
    for paper, declared in SMOKE.papers.items()
    for name, design in declared.experiments.items()
    if design.seeds
]
FIGURES = [
    (paper, figure) for paper, declared in SHORT.papers.items() for figure in declared.figures
]
# In one claim of each paper, two columns of an experiment that change places.
EXCHANGED = {
    "ba2022": ("spike", "alignment", "spike", ("alignment", "largest")),
    "ba2023": ("krr-staircase", "finite-n", "kernel_ridge", ("risk", "risk_equivalent")),
    "background": ("bg5", "manifold", "hidden_manifold", ("manifold", "predicted")),
    "bietti2022": ("poster-link", "refit-matters", "learning_curves", ("raw", "refit")),
    "dandi2023": ("notebook-one-step", "published", "preprocessed", ("as_published", "error")),
    "mei2019": ("figure-1", "ridge", "double_descent", ("test", "train")),
    "moniri2023": ("fig6", "objective-gain-slides", "one_step", ("share", "test_gain")),
    "mousavi2022": ("figure-1", "end", "neurons", ("perp", "start_perp")),
    "mousavi2023": ("fig-risk", "formula", "risk", ("risk", "learnable")),
    "reduction": ("dimension", "transition-limit-2", "transition", ("alignment", "predicted")),
    "suzuki2023": ("fig3", "kramers", "rates", ("gibbs", "kramers")),
}


def by_paper(cases: Iterable[tuple[str, ...]]) -> list[Any]:
    """Parameters that stay on one worker for each paper, so that its results are made once."""
    return [
        pytest.param(*case, id="/".join(case), marks=pytest.mark.xdist_group(case[0]))
        for case in cases
    ]


def moved_rows(paper: str, figure: str, claim: str, found: short.Judged) -> pd.DataFrame:
    """Return the points of a claim whose evidence is not what is stored."""
    name, stored = claim_id(figure, claim), pin.EVIDENCE.stored(paper)
    stored = stored[stored.index.get_level_values("claim") == name]
    return pin.EVIDENCE.moved(stored, pin.rows(name, found))


def drawn_elsewhere(paper: str, figure: str, points: pd.DataFrame) -> pd.DataFrame:
    """Return the points of a figure that are not what is stored."""
    stored = pin.DRAWN.stored(paper)
    stored = stored[stored.index.get_level_values("figure") == figure]
    return pin.DRAWN.moved(stored, points.set_index(drawn.KEY))


@pytest.mark.parametrize(("paper", "name"), by_paper(EXPERIMENTS))
def test_every_grid_point_has_rows_and_every_number_is_finite(paper, name):
    tables = short.tables(paper)
    setting = SHORT.settings(paper, name)[0]
    runs = tables.runs(name, **flat(setting.swept))
    for variable, values in setting.grid.items():
        for column, value in (item for each in values for item in flat({variable: each}).items()):
            if column in runs and np.isscalar(runs[column].iloc[0]):
                assert value in set(runs[column]), column
    assert len(set(runs.groupby("seed").size())) == 1
    diverged = runs["diverged"] if "diverged" in runs else pd.Series(False, runs.index)
    values = runs[~diverged.astype(bool)].drop(columns=list(setting.grid), errors="ignore")
    for column in values.select_dtypes("number"):
        assert not values[column].isna().any(), column


@pytest.mark.parametrize(("paper", "name"), by_paper(EXPERIMENTS))
def test_every_list_of_names_has_an_effect(paper, name):
    """With its first name alone a list gives other rows: none of its names is run in any case."""
    setting = SMOKE.settings(paper, name)[0]
    named = {
        variable: values
        for variable, values in setting.grid.items()
        if len(values) > 1 and all(isinstance(value, str) for value in values)
    }
    if not named:
        pytest.skip("no list of names")
    whole = rows(setting)
    for variable, values in named.items():
        cut = rows(replace(setting, grid={**setting.grid, variable: values[:1]}))
        assert len(cut) < len(whole), variable


@pytest.mark.parametrize(("paper", "name"), by_paper(EXPERIMENTS))
def test_a_run_repeats_to_the_bit_and_seeds_differ(paper, name):
    setting = SMOKE.settings(paper, name)[0]
    pd.testing.assert_frame_equal(rows(setting), rows(setting), check_exact=True)
    runs = short.tables(paper).runs(name).groupby("seed")
    first, second = (
        runs.get_group(seed).drop(columns="seed").reset_index(drop=True) for seed in (0, 1)
    )
    assert not first.equals(second)


# Curves that are empty at these sizes warn.
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize(("paper", "figure"), by_paper(FIGURES))
def test_every_figure_is_drawn_from_what_it_declares(paper, figure):
    tables = short.tables(paper)
    tables.read.clear()
    words, designs = SHORT.papers[paper].figures[figure], SHORT.papers[paper].experiments
    sheet = drawn.draw(paper, figure)
    elsewhere = drawn_elsewhere(paper, figure, drawn.points_of(figure, sheet, words))
    with styled("neurips"):
        sheet.say(**declared_values({read: designs[read] for read in words.reads}))
        said = problems(sheet, words.caption, words.notes)
        if words.published:
            said += unlike(sheet, words.published)
    assert not said
    assert elsewhere.empty, f"{elsewhere.to_string()}\nIf that is meant: make pins ARGS={paper}"
    table = sheet.drawn()
    sketch = words.published is not None and words.published.axes is None
    if not sketch or len(table):  # a sketch may have no points
        assert len(table) > 4
        assert {"theory", "simulation"} & set(table["role"])
        assert np.isfinite(table.loc[table["role"] == "simulation", "y"].dropna()).all()
    declared = SHORT.papers[paper].figures[figure]
    # What a figure does not draw, one of its claims must need.
    found = [short.found(paper, figure, claim) for claim in declared.claims]
    assert tables.read.union(*(claim.found.reads for claim in found if claim is not None)) == set(
        declared.reads
    )


@pytest.mark.parametrize(("paper", "figure", "claim"), by_paper(CLAIMS))
def test_every_claim_is_judged_on_what_its_figure_reads(paper, figure, claim):
    found = short.found(paper, figure, claim)
    if found is None:
        pytest.skip("its points are of another scale")
    parts, reads, judgement = found.found.parts, found.found.reads, found.judgement
    assert reads <= set(SHORT.papers[paper].figures[figure].reads)
    assert reads
    assert len(judgement.points) == len(set(judgement.points)) == len(judgement.found) > 0
    # At these sizes a claim may leave out all runs; it says nothing then.
    of_seeds = judgement.seeds > 0 or judgement.verdict == "inconclusive"
    assert of_seeds or all(part.estimator == "exact" for part in parts)
    for interval in judgement.found:
        # At these sizes some thresholds are never reached: such a number decides nothing.
        if math.isnan(interval.estimate):
            assert judgement.verdict == "inconclusive"
        else:
            assert interval.low <= interval.estimate <= interval.high
    moved = moved_rows(paper, figure, claim, found)
    assert moved.empty, f"{moved.to_string()}\nIf that is meant: make pins ARGS={paper}"


@pytest.mark.parametrize("paper", by_paper([(key,) for key in EXCHANGED]))
def test_two_columns_that_change_places_are_noticed(paper, monkeypatch):
    figure, claim, experiment, (first, second) = EXCHANGED[paper]
    assert moved_rows(paper, figure, claim, short.find(paper, figure, claim)).empty
    select = Tables._select

    def exchanged(self, kind, name, where):
        table = select(self, kind, name, where)
        return table.rename(columns={first: second, second: first}) if name == experiment else table

    monkeypatch.setattr(Tables, "_select", exchanged)
    assert not moved_rows(paper, figure, claim, short.find(paper, figure, claim)).empty


def doubled(monkeypatch: pytest.MonkeyPatch, words: Figure) -> Figure:
    """Draw every simulated marker at twice its height."""
    monkeypatch.setattr(marks, "_series", _changed(marks._series, lambda y: 2 * y))
    return words


def complements(monkeypatch: pytest.MonkeyPatch, words: Figure) -> Figure:
    """Draw one minus every fraction."""
    monkeypatch.setattr(marks, "_series", _changed(marks._series, lambda y: 1 - y))
    return words


def exchanged_fields(monkeypatch: pytest.MonkeyPatch, words: Figure) -> Figure:
    """Exchange the first two different fields of the caption, or of the notes."""
    for name, text in (("caption", words.caption), ("notes", words.notes)):
        fields = list(dict.fromkeys(re.findall(r"\{[\w.]+:[^{}]*\}", text)))
        if len(fields) > 1:
            first, second = fields[:2]
            swapped = text.replace(first, "<>").replace(second, first).replace("<>", second)
            return words.model_copy(update={name: swapped})
    raise ValueError("the texts have fewer than two fields")


def _changed(series: Any, change: Any) -> Any:
    def changed(frame: pd.DataFrame, *others: Any) -> Any:
        if "estimate" in frame:
            ends = [change(frame[name]) for name in ("low", "high")]
            low, high = np.minimum(*ends), np.maximum(*ends)
            frame = frame.assign(estimate=change(frame["estimate"]), low=low, high=high)
        return series(frame, *others)

    return changed


@pytest.mark.parametrize("mutation", [doubled, complements, exchanged_fields])
@pytest.mark.parametrize(
    ("paper", "figure"), by_paper([("moniri2023", "fig6"), ("ba2022", "spike")])
)
def test_a_changed_picture_or_caption_is_noticed(paper, figure, mutation, monkeypatch):
    words = mutation(monkeypatch, SHORT.papers[paper].figures[figure])
    sheet = drawn.draw(paper, figure)
    assert not drawn_elsewhere(paper, figure, drawn.points_of(figure, sheet, words)).empty


@pytest.mark.parametrize("paper", by_paper([(key,) for key in paper_keys()]))
def test_evidence_is_stored_for_the_claims_that_have_their_points_and_no_others(paper):
    found = {
        claim_id(figure, claim)
        for key, figure, claim in CLAIMS
        if key == paper and short.found(key, figure, claim)
    }
    assert set(pin.EVIDENCE.stored(paper).index.get_level_values("claim")) == found


@pytest.mark.parametrize("paper", by_paper([(key,) for key in paper_keys()]))
def test_theory_has_a_row_at_every_point_of_the_simulation(paper):
    tables = short.tables(paper)
    for name, design in SHORT.papers[paper].experiments.items():
        if not design.seeds or design.theory is None:
            continue
        runs, theory = tables.runs(name), tables.theory(name)
        several = {**design.sweep, **design.grid}
        for key in (part for name, values in several.items() for part in flat({name: values[-1]})):
            # Without a penalty there is no theory of the landscape.
            if (
                key in theory
                and key in runs
                and np.isscalar(runs[key].iloc[0])
                and (name, key) != ("landscape", "ridge")
            ):
                assert set(runs[key]) <= set(theory[key]), f"{name}: {key}"
