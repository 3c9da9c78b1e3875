"""The comparison of evidence with what is stored."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from feature_learning.pipeline.run.claims import Found
from feature_learning.statistics.verdicts import judge
from papers import pin
from papers.short import Judged
from samples import sample

HEAD = "claim,point,estimate,observed,spread,predicted,tolerance\n"


def table(*rows):
    return pin.EVIDENCE.read(io.StringIO(HEAD + "\n".join(rows)))


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ("mean,1,0.1,,0.01", "mean,1.009,0.1,,", False),
        ("mean,1,0.1,,0.01", "mean,1.011,0.1,,", True),
        ("mean,1,0.1,,0.01", "mean,1,0.12,,", True),
        ("mean,1,0.1,2,0.01", "mean,1,0.1,2.03,", True),
        ("mean,1,0.1,2,0.01", "mean,1,0.1,,", True),
        ("mean,1,0.1,,0.01", "median,1,0.1,,", True),
        ("mean,1,0.1,,0.01", "mean,-1,0.1,,", True),
        ("fit,,,,0.01", "fit,,,,", False),
        ("fit,,,,0.01", "fit,1,,,", True),
        ("exact,inf,,1,0.01", "exact,inf,,1,", False),
        ("exact,inf,,1,0.01", "exact,-inf,,1,", True),
        ("mean,0,0,,0.01", "mean,1e-15,1e-15,,", False),
        ("mean,0,0,,0.01", "mean,1e-6,0,,", True),
    ],
)
def test_a_row_has_moved_where_a_number_leaves_the_tolerance(before, after, moved):
    found = pin.EVIDENCE.moved(table(f"a,p,{before}"), table(f"a,p,{after}"))
    assert list(found.index) == ([("a", "p")] if moved else [])


def test_rows_that_came_or_went_have_moved():
    before = table("a,p,mean,1,0,,0.1", "a,q,mean,1,0,,0.1")
    after = table("a,q,mean,1,0,,", "b,q,mean,1,0,,")
    assert set(pin.EVIDENCE.moved(before, after).index) == {("a", "p"), ("b", "q")}


BY_DIFFERENCE = [(0, 1e-4), (1e-5, 1e-4), (5e-5, 2e-4), (0.4, 2)]


@pytest.mark.parametrize(("difference", "tolerance"), BY_DIFFERENCE)
def test_the_tolerance_is_three_times_what_kernels_change_and_one_digit(difference, tolerance):
    assert pin.tolerance(difference) == pytest.approx(tolerance)


def test_the_rows_of_a_fit_hold_what_it_is_fitted_to():
    curves = np.array([[1.0, 2.0], [3.0, 6.0]])
    parts = sample(curves, ["ratio"], [2.5], fit=lambda mean: mean[1] / mean[0])
    claim = SimpleNamespace(margin=None, within=(1, 3), above=None, below=None)
    own = Found(parts, None, frozenset({"e"}))
    found = pin.rows("a", Judged(own, judge(claim, parts)))
    assert found.loc[("a", "ratio")].tolist()[:2] == ["fit", 2.0]
    assert found.loc[("a", "ratio"), "predicted"] == 2.5
    assert found.loc[("a", pin.FITTED_TO)].tolist()[:3] == ["mean", 3.0, 1.5]


def test_only_what_moved_is_stored_anew(tmp_path, monkeypatch):
    first = table("a,p,mean,1,0,,", "a,q,mean,1,0,,")
    second = table("a,p,mean,1.05,0,,", "a,q,mean,1.2,0,,", "b,p,fit,,,,")
    monkeypatch.setattr(pin, "shown", lambda paper, kernel: [shift(made).to_csv()])
    monkeypatch.setattr(pin.Pins, "path", lambda kind, paper: tmp_path / f"{paper}.csv")
    for made, moved in ((first, 2), (first, 0), (second, 2)):
        made = made.drop(columns="tolerance")
        monkeypatch.setattr(
            pin, "KINDS", (replace(pin.EVIDENCE, make=lambda paper, made=made: made),)
        )
        assert pin.store("paper") == moved


def shift(made):
    """Return what another kernel makes: every number 3 % larger."""
    return made.assign(observed=1.03 * made["observed"])
