"""Matrices from tables, and the messages where a table does not fit."""

import math

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.statistics import at_points, by_run, by_seed


@pytest.fixture
def runs():
    rows = [
        {"seed": seed, "alpha": alpha, "gain": 10 * seed + alpha}
        for seed in (2, 0, 1)
        for alpha in (0.2, 0.1, 0.3)
    ]
    return pd.DataFrame(rows)


def test_by_seed_has_a_row_a_seed_and_a_column_a_point(runs):
    matrix = by_seed(runs, "gain", "alpha")
    assert matrix.index.tolist() == [0, 1, 2]
    assert matrix.columns.tolist() == [0.1, 0.2, 0.3]
    assert matrix.loc[2, 0.3] == 20.3


def test_by_seed_refuses_two_rows_a_point(runs):
    with pytest.raises(UserError, match="more than one row per seed and alpha"):
        by_seed(pd.concat([runs, runs.head(1)]), "gain", "alpha")


def test_by_seed_refuses_a_seed_without_a_row(runs):
    """A pivot would make it NaN, as if the run had diverged."""
    with pytest.raises(UserError, match="no row at some alpha for seed 2"):
        by_seed(runs.iloc[1:], "gain", "alpha")


def test_by_seed_keeps_diverged_numbers(runs):
    runs.loc[0, "gain"] = math.nan
    matrix = by_seed(runs, "gain", "alpha")
    assert np.isnan(matrix.loc[2, 0.2])


def test_theory_is_joined_exactly():
    theory = pd.DataFrame({"alpha": [0.1, 0.2, 0.3], "gain": [1.0, 2.0, 3.0]})
    assert at_points(theory, "gain", "alpha", [0.3, 0.1]).tolist() == [3.0, 1.0]
    with pytest.raises(UserError, match=r"gain: theory has no row at alpha = 0\.25"):
        at_points(theory, "gain", "alpha", [0.25])
    with pytest.raises(UserError, match="theory has more than one row per alpha"):
        at_points(pd.concat([theory, theory]), "gain", "alpha", [0.1])


def test_runs_of_a_seed_are_told_apart_by_replica():
    frame = pd.DataFrame({"seed": [0, 0, 1], "replica": [0, 1, 0], "value": [1.0, 2.0, 3.0]})
    assert by_run(frame)["seed"].tolist() == ["0-0", "0-1", "1-0"]
