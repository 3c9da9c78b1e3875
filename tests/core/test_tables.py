"""What figures and claims see, and what they are told where they ask for nothing that exists."""

import pytest

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.tables import Tables


@pytest.fixture
def tables(tmp_path):
    rows = [
        {"task": task, "alpha": alpha, "gain": task + alpha, "seed": 0, "n": 100, "law": "sphere"}
        for task in (1, 2)
        for alpha in (0.1, 0.2)
    ]
    parquet.write_rows(rows, tmp_path / "metrics" / "paper" / "one.parquet", {})
    parquet.write_rows(
        [{"task": 1, "alpha": 0.1, "gain": 7.0}], tmp_path / "theory" / "paper" / "one.parquet", {}
    )
    return Tables(tmp_path, "paper")


def test_rows_are_selected(tables):
    assert len(tables.runs("one")) == 4
    found = tables.runs("one", task=2, alpha=0.2)
    assert found["gain"].tolist() == [2.2]
    assert found.index.tolist() == [0]
    assert tables.theory("one")["gain"].tolist() == [7.0]


def test_a_value_is_the_one_of_all_rows(tables):
    assert tables.value("one", "n") == 100
    assert type(tables.value("one", "n")) is int
    assert tables.value("one", "law") == "sphere"
    assert tables.value("one", "alpha", task=1) == 0.1  # theory's comes first
    assert tables.read == {"one"}
    with pytest.raises(UserError, match="one: there is no column 'm'"):
        tables.value("one", "m")
    with pytest.raises(UserError, match="there is no row with task = 3"):
        tables.value("one", "n", task=3)


def test_a_value_that_differs_between_rows_is_refused(tmp_path):
    rows = [{"n": n, "task": task} for n, task in ((1, 1), (2, 2), (3, 2))]
    parquet.write_rows(rows, tmp_path / "metrics/paper/one.parquet", {})
    tables = Tables(tmp_path, "paper")
    assert tables.value("one", "n", task=1) == 1
    with pytest.raises(UserError, match="n of paper/one is not a single value: 2 were found"):
        tables.value("one", "n", task=2)


def test_a_value_of_theory_alone_is_found(tmp_path):
    parquet.write_rows([{"limit": 0.5}] * 2, tmp_path / "theory/paper/one.parquet", {})
    assert Tables(tmp_path, "paper").value("one", "limit") == 0.5


def test_values_are_those_of_the_runs_sorted(tables):
    assert tables.values("one", "gain") == [1.1, 1.2, 2.1, 2.2]
    assert tables.values("one", "alpha", task=2) == [0.1, 0.2]
    assert [type(task) for task in tables.values("one", "task")] == [int, int]


def test_an_unknown_column_gets_the_nearest(tables):
    with pytest.raises(
        UserError, match=r"metrics of paper/one: there is no column 'taks'\. Did you mean task\?"
    ):
        tables.runs("one", taks=1)


def test_an_empty_selection_is_named(tables):
    with pytest.raises(UserError, match=r"metrics of paper/one: there is no row with alpha = 0\.3"):
        tables.runs("one", task=1, alpha=0.3)
    with pytest.raises(UserError, match="theory of paper/one: there is no row with task = 2"):
        tables.theory("one", task=2)


def test_a_missing_table_is_named(tables):
    with pytest.raises(UserError, match=r"metrics/paper/two\.parquet is missing"):
        tables.runs("two")


def test_a_caller_cannot_change_what_the_next_one_sees(tables):
    """Claims add columns to what they are given."""
    frame = tables.runs("one")
    frame["count"] = 1
    frame.loc[0, "gain"] = -1.0
    assert "count" not in tables.runs("one")
    assert tables.runs("one")["gain"].min() > 0
