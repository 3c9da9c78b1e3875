"""Which seeds a claim sees at each look."""

import json

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.looks import Looks, distinct

DECLARED = {"a/one": 10, "a/two": 12, "b/one": 8}


def test_each_addition_is_one_more_look():
    first = Looks().added({"a/one": 20}, DECLARED)
    assert first.states == [{"a/one": 10}, {"a/one": 20}]
    second = first.added({"a/two": 30}, DECLARED | {"a/one": 20})
    assert second.states == [
        {"a/one": 10, "a/two": 12},
        {"a/one": 20, "a/two": 12},
        {"a/one": 20, "a/two": 30},
    ]
    assert second.seeds == {"a/one": 20, "a/two": 30}


def test_a_claim_counts_only_the_looks_that_differ_for_it():
    looks = (
        Looks()
        .added({"a/one": 20}, DECLARED)
        .added({"a/two": 30, "b/one": 9}, DECLARED | {"a/one": 20})
    )
    states = looks.of("a")
    assert distinct(states, {"one"}) == [{"one": 10}, {"one": 20}]
    assert distinct(states, {"two"}) == [{"two": 12}, {"two": 30}]
    assert len(distinct(states, {"one", "two"})) == 3
    assert distinct(states, {"three"}) == []


def test_a_fourth_look_is_never_taken():
    looks = Looks()
    for seeds in (20, 30, 40):
        looks = looks.added({"a/one": seeds}, DECLARED | looks.seeds)
    assert [state["one"] for state in distinct(looks.of("a"), {"one"})] == [10, 20, 30]


def test_experiments_that_may_get_seeds_have_a_first_look():
    begun = Looks().begun(DECLARED)
    assert begun.states == [DECLARED]
    assert distinct(begun.of("b"), {"one"}) == [{"one": 8}]
    more = begun.added({"a/one": 20}, DECLARED)
    assert distinct(more.of("b"), {"one"}) == [{"one": 8}]
    assert distinct(more.of("a"), {"one"}) == [{"one": 10}, {"one": 20}]
    # Whoever begins again, or with another paper, keeps the seeds of each look.
    assert more.begun({"a/one": 20, "c/one": 5}).states == [
        {**DECLARED, "c/one": 5},
        {**DECLARED, "a/one": 20, "c/one": 5},
    ]


def test_looks_are_read_as_they_were_written(tmp_path):
    looks = Looks().added({"a/one": 20}, DECLARED)
    looks.write(tmp_path)
    assert Looks.read(tmp_path).states == looks.states
    assert Looks.read(tmp_path / "elsewhere").states == []
    (tmp_path / "looks.json").write_text("[1, 2")
    with pytest.raises(UserError, match=r"looks.json is damaged"):
        Looks.read(tmp_path)


def test_added_seeds_count_wherever_the_run_is_loaded(tmp_path):
    declared = load({}).experiment("mei2019", "noise").seeds
    (tmp_path / "laptop").mkdir()
    Looks().added({"mei2019/noise": declared + 5}, {"mei2019/noise": declared}).write(
        tmp_path / "laptop"
    )
    assert load({}, results=tmp_path).experiment("mei2019", "noise").seeds == declared + 5
    assert (
        load({"scale": "smoke"}, results=tmp_path).experiment("mei2019", "noise").seeds < declared
    )
    assert load({}).experiment("mei2019", "noise").seeds == declared


def test_other_declared_seeds_than_at_the_first_look_are_refused(tmp_path):
    (tmp_path / "laptop").mkdir()
    (tmp_path / "laptop/looks.json").write_text(
        json.dumps([{"mei2019/noise": 1}, {"mei2019/noise": 50}])
    )
    with pytest.raises(
        UserError, match=r"mei2019/noise had 1 seeds at its first look and now declares \d+"
    ):
        load({}, results=tmp_path)
