"""Estimates over seeds: known numbers on each scale; diverged seeds are counted, never dropped."""

import numpy as np
import pandas as pd
import pytest

from feature_learning.plotting.estimates import estimates, points
from feature_learning.statistics.intervals import LEVEL, Interval
from feature_learning.statistics.means import geometric_means, means


def runs(*values: float, **columns) -> pd.DataFrame:
    return pd.DataFrame({"seed": range(len(values)), "risk": values, **columns})


def test_a_mean_has_the_interval_by_which_claims_are_judged():
    frame = pd.concat([runs(1.0, 2.0, 6.0, n=10), runs(2.0, 2.5, 2.1, n=20)])
    found = estimates(frame, "risk", ["n"])
    expected = means(np.array([[1.0, 2.0], [2.0, 2.5], [6.0, 2.1]]), LEVEL)
    assert found["n"].tolist() == [10, 20]
    assert found["estimate"].tolist() == pytest.approx([3, 2.2])
    ends = [[one.low, one.high] for one in expected]
    assert found[["low", "high"]].to_numpy() == pytest.approx(np.array(ends))
    assert found[["seeds", "diverged"]].to_numpy().tolist() == [[3, 0]] * 2
    assert set(found["kind"]) == {"mean"}


def test_in_log_units_the_interval_stays_positive():
    (row,) = estimates(runs(1.0, 10.0, 100.0, n=1), "risk", ["n"], "log").to_dict("records")
    assert row["estimate"] == pytest.approx(10.0)
    assert row["low"] * row["high"] == pytest.approx(100.0)
    assert 0 < row["low"] < 10
    assert row["kind"] == "geometric mean"


def test_a_root_mean_square_has_the_interval_of_a_fitted_number():
    values = np.array([1.0, -2.0, 4.0, 0.5, -3.0, 2.0])
    (row,) = estimates(runs(*values, n=1), "risk", ["n"], "rms").to_dict("records")
    assert row["estimate"] == pytest.approx(np.sqrt((values**2).mean()))
    assert 0 < row["low"] < row["estimate"] < row["high"]
    assert row["kind"] == "root mean square"
    (row,) = estimates(runs(1.0, 2.0, np.nan, n=1), "risk", ["n"], "rms").to_dict("records")
    assert (row["diverged"], row["low"], row["high"]) == (1, -np.inf, np.inf)


def test_groups_may_have_different_numbers_of_seeds():
    frame = pd.concat([runs(1.0, 2.0, 6.0, n=10), runs(2.0, 2.5, n=20)])
    found = estimates(frame, "risk", ["n"])
    assert found["seeds"].tolist() == [3, 2]
    assert np.isfinite(found["low"]).tolist() == [True, False]


@pytest.mark.parametrize("lost", [np.nan, np.inf])
def test_a_diverged_value_is_counted_and_leaves_no_interval(lost):
    (row,) = estimates(runs(1.0, 3.0, 2.0, lost, n=1), "risk", ["n"]).to_dict("records")
    assert (row["estimate"], row["seeds"], row["diverged"]) == (2.0, 4, 1)
    assert [row["low"], row["high"]] == [-np.inf, np.inf]


def test_a_run_marked_as_diverged_is_counted_even_with_a_finite_value():
    frame = runs(1.0, 3.0, 5.0, n=1, diverged=[False, False, True])
    (row,) = estimates(frame, "risk", ["n"]).to_dict("records")
    assert (row["estimate"], row["diverged"]) == (2.0, 1)


def test_a_diverged_seed_counts_against_a_fraction():
    frame = runs(1.0, 1.0, np.nan, 0.0, n=1)
    (row,) = estimates(frame, "risk", ["n"], "fraction").to_dict("records")
    assert row["estimate"] == 0.5


def test_a_median_of_six_seeds_lies_between_all_of_them():
    (row,) = estimates(runs(*range(1, 7), n=1), "risk", ["n"], "median").to_dict("records")
    assert [row["estimate"], row["low"], row["high"]] == [3.5, 1, 6]


def test_several_columns_become_one_block_each():
    frame = runs(1.0, 2.0, 3.0, n=1).assign(loss=[2.0, 4.0, 6.0])
    found = estimates(frame, ["risk", "loss"], ["n"])
    assert dict(zip(found["quantity"], found["estimate"], strict=True)) == {"risk": 2, "loss": 4}


def test_several_rows_of_one_seed_are_refused_and_the_column_is_named():
    frame = pd.concat([runs(1.0, 2.0, n=1, d=d) for d in (10, 20)])
    with pytest.raises(ValueError, match=r"several rows per seed; select or group by one of d$"):
        estimates(frame, "risk", ["n"])


def test_it_is_what_the_intervals_say():
    frame = pd.concat([runs(*np.arange(1.0, 6.0) * n, n=n) for n in (1, 2)])
    found = estimates(frame, "risk", ["n"], "log").set_index("n")
    for n in (1, 2):
        (interval,) = geometric_means((np.arange(1.0, 6.0) * n)[:, None])
        assert found.loc[n, ["low", "high"]].tolist() == pytest.approx(
            [interval.low, interval.high]
        )


def test_fitted_numbers_become_points_beside_what_names_them():
    found = points(
        [Interval(1.0, 0.5, 1.5), Interval(2.0, 1.8, 2.2)],
        7,
        "fitted slope",
        d=[10, 20],
        network="wide",
    )
    assert found["d"].tolist() == [10, 20]
    assert set(found["network"]) == {"wide"}
    assert found[["estimate", "low", "high"]].to_numpy().tolist() == [
        [1.0, 0.5, 1.5],
        [2.0, 1.8, 2.2],
    ]
    assert found[["seeds", "diverged", "kind"]].drop_duplicates().to_numpy().tolist() == [
        [7, 0, "fitted slope"]
    ]


def test_intervals_end_where_the_quantity_does():
    frame = runs(0.02, 0.9, 0.1, n=1)
    (plain,) = estimates(frame, "risk", ["n"]).to_dict("records")
    (within,) = estimates(frame, "risk", ["n"], within=(0, 1)).to_dict("records")
    assert plain["low"] < 0 < 1 < plain["high"]
    assert (within["low"], within["high"]) == (0, 1)
    (few,) = estimates(runs(0.5, 0.6, n=1), "risk", ["n"], within=(0, 1)).to_dict("records")
    assert (few["low"], few["high"]) == (-np.inf, np.inf)
