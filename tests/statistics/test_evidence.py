"""What a claim hands to the judge, and the messages where it hands over nonsense."""

import math

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.statistics import Evidence, at_points, by_run, by_seed, named


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


def test_by_seed_takes_points_in_the_order_asked(runs):
    matrix = by_seed(runs, "gain", "alpha", [0.3, 0.1])
    assert matrix.to_numpy().tolist() == [[0.3, 0.1], [10.3, 10.1], [20.3, 20.1]]


def test_by_seed_refuses_absent_points_by_name(runs):
    with pytest.raises(UserError, match=r"gain: no runs at alpha = 0\.25, 0\.4"):
        by_seed(runs, "gain", "alpha", [0.1, 0.25, 0.4])


def test_by_seed_refuses_two_rows_a_point(runs):
    with pytest.raises(UserError, match="more than one row per seed and alpha"):
        by_seed(pd.concat([runs, runs.head(1)]), "gain", "alpha")


def test_by_seed_refuses_a_seed_without_a_row(runs):
    """A pivot would make it NaN, as if the run had diverged."""
    with pytest.raises(UserError, match="no row at some alpha for seed 2"):
        by_seed(runs.iloc[1:], "gain", "alpha")
    assert by_seed(runs.iloc[1:], "gain", "alpha", [0.1, 0.3]).shape == (3, 2)


def test_by_seed_keeps_diverged_numbers(runs):
    runs.loc[0, "gain"] = math.nan
    matrix = by_seed(runs, "gain", "alpha")
    assert np.isnan(matrix.loc[2, 0.2])
    assert Evidence(matrix.to_numpy(), ["a", "b", "c"]).quantities()[0].diverged == 1


def test_theory_is_joined_exactly():
    theory = pd.DataFrame({"alpha": [0.1, 0.2, 0.3], "gain": [1.0, 2.0, 3.0]})
    assert at_points(theory, "gain", "alpha", [0.3, 0.1]).tolist() == [3.0, 1.0]
    with pytest.raises(UserError, match=r"gain: theory has no row at alpha = 0\.25"):
        at_points(theory, "gain", "alpha", [0.25])
    with pytest.raises(UserError, match="theory has more than one row per alpha"):
        at_points(pd.concat([theory, theory]), "gain", "alpha", [0.1])


def test_points_are_named():
    assert named("alpha", [0.2, -math.inf, 3]) == ["alpha = 0.2", "alpha = -inf", "alpha = 3"]


@pytest.mark.parametrize(
    ("observed", "points", "predicted", "message"),
    [
        (np.ones(4), ["a"], None, r"shape \(4,\) for 1 points"),
        (np.ones((4, 2)), ["a"], None, r"shape \(4, 2\) for 1 points"),
        (np.ones((4, 2)), ["a", "b"], np.ones(3), r"\(3,\) predictions for 2 points"),
        (np.ones((4, 0)), [], None, "at least one seed and one point"),
        (np.ones((0, 1)), ["a"], None, "at least one seed and one point"),
    ],
)
def test_misshapen_evidence_is_refused(observed, points, predicted, message):
    with pytest.raises(UserError, match=message):
        Evidence(observed, points, predicted)


def test_exact_evidence_has_one_row():
    found = Evidence.exact([1.0, 2.0], ["a", "b"], [1.0, 2.5])
    assert found.observed.shape == (1, 2)
    assert found.estimate == "exact"
    assert found.predicted.tolist() == [1.0, 2.5]


def test_diverged_seeds_are_counted_once():
    observed = np.ones((5, 3))
    observed[1] = math.nan
    observed[3, 2] = math.inf
    assert Evidence(observed, ["a", "b", "c"]).quantities()[0].diverged == 2


def test_runs_of_a_seed_are_told_apart_by_replica():
    frame = pd.DataFrame({"seed": [0, 0, 1], "replica": [0, 1, 0], "value": [1.0, 2.0, 3.0]})
    assert by_run(frame)["seed"].tolist() == ["0-0", "0-1", "1-0"]


@pytest.fixture
def models():
    """Runs and theory of two models, whose rows lie mixed."""
    runs = [
        {"seed": seed, "n": n, "model": model, "risk": 10 * seed + n + shift}
        for seed in (0, 1)
        for n in (1, 2)
        for model, shift in (("linear", 0.0), ("relu", 0.5))
    ]
    theory = [
        {"n": n, "model": model, "risk": n + shift}
        for model, shift in (("relu", 0.75), ("linear", 0.25))
        for n in (1, 2, 3)
    ]
    return pd.DataFrame(runs), pd.DataFrame(theory)
