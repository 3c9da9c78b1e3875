"""Estimates over seeds: known numbers on each scale; diverged seeds are counted, never dropped."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

from feature_learning.plotting.estimates import estimates, points, pooled
from feature_learning.statistics.intervals import Interval, bounded_mean, geometric_mean

STUDENT = t.ppf(0.975, 2)  # three seeds


def runs(*values: float, **columns) -> pd.DataFrame:
    return pd.DataFrame({"seed": range(len(values)), "risk": values, **columns})


def test_a_mean_with_students_interval():
    (row,) = estimates(runs(1.0, 2.0, 6.0, n=10), "risk", ["n"]).to_dict("records")
    half = STUDENT * np.std([1, 2, 6], ddof=1) / np.sqrt(3)
    assert (row["n"], row["seeds"], row["diverged"], row["kind"]) == (10, 3, 0, "mean")
    assert [row["estimate"], row["low"], row["high"]] == pytest.approx([3, 3 - half, 3 + half])


def test_in_log_units_the_interval_stays_positive_and_is_symmetric_in_ratio():
    (row,) = estimates(runs(1.0, 10.0, 100.0, n=1), "risk", ["n"], "log").to_dict("records")
    factor = np.exp(STUDENT * np.log(10) / np.sqrt(3))
    assert row["estimate"] == pytest.approx(10.0)
    assert [row["low"], row["high"]] == pytest.approx([10 / factor, 10 * factor])
    assert row["kind"] == "geometric mean"


def test_a_root_mean_square_has_an_interval_in_log_units():
    values = np.array([1.0, -2.0, 4.0])
    (row,) = estimates(runs(*values, n=1), "risk", ["n"], "rms").to_dict("records")
    half = STUDENT * np.std(values**2, ddof=1) / np.sqrt(3) / 7  # the mean square is 7
    assert row["estimate"] == pytest.approx(np.sqrt(7))
    assert np.log([row["low"], row["high"]]) == pytest.approx(
        [np.log(7) / 2 - half / 2, np.log(7) / 2 + half / 2]
    )
    assert row["kind"] == "root mean square"
    (row,) = estimates(runs(1.0, 2.0, np.nan, n=1), "risk", ["n"], "rms").to_dict("records")
    assert (row["diverged"], row["low"], row["high"]) == (1, -np.inf, np.inf)


def test_in_logit_units_the_mean_stays_and_its_interval_stays_inside():
    values = np.array([0.9, 0.95, 0.999])
    found = bounded_mean(values)
    half = STUDENT * values.std(ddof=1) / np.sqrt(3)
    slope = 1 / (values.mean() * (1 - values.mean()))
    logits = np.log([found.low / (1 - found.low), found.high / (1 - found.high)])
    assert found.estimate == pytest.approx(values.mean())
    assert np.diff(logits) == pytest.approx([2 * half * slope])
    assert 0 < found.low < found.estimate < found.high < 1
    assert values.mean() + half > 1  # where Student's interval leaves the range
    (row,) = estimates(runs(*values, n=1), "risk", ["n"], "logit").to_dict("records")
    assert (row["low"], row["high"]) == (found.low, found.high)


def test_equal_values_at_an_end_have_an_interval_of_length_zero():
    found = bounded_mean(np.ones(4))
    assert (found.estimate, found.low, found.high) == (1.0, 1.0, 1.0)


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
        interval = geometric_mean(np.arange(1.0, 6.0) * n)
        assert found.loc[n, ["low", "high"]].tolist() == [interval.low, interval.high]


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


def test_pooled_intervals_cover_as_often_as_they_say():
    rng, covered, own = np.random.default_rng(0), [], []
    for _ in range(300):
        values = rng.standard_normal((6, 4))  # six groups of four seeds, all means zero
        table = pd.DataFrame(
            {"group": np.repeat(np.arange(6), 4), "seed": np.tile(np.arange(4), 6)}
        )
        found = estimates(table.assign(y=values.ravel()), "y", ["group"])
        together = pooled(found)
        covered += [*((together["low"] < 0) & (together["high"] > 0))]
        own.append((found["high"] - found["low"]).mean() / (together["high"] - together["low"])[0])
    assert np.mean(covered) == pytest.approx(0.95, abs=0.015)
    assert np.mean(own) > 1.3
