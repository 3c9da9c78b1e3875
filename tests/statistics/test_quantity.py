"""Quantities against the same numbers found another way."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from feature_learning.core.errors import UserError
from feature_learning.statistics.exponents import loglog_slope, slope_per_seed
from feature_learning.statistics.intervals import fitted, fraction, median
from feature_learning.statistics.means import geometric_means, means
from feature_learning.statistics.sources import changes, exact, joined, of_runs
from samples import sample

SIZES, ALPHAS = [10, 20, 40, 80], [0.1, 0.3]


@pytest.fixture
def runs():
    rng = np.random.default_rng(0)
    rows = []
    for seed in range(12):
        for alpha in ALPHAS:
            for n in SIZES if alpha == 0.1 else SIZES[:3]:
                value = n**alpha * rng.gamma(20) / 20
                rows.append(
                    {"seed": seed, "alpha": alpha, "n": n, "norm": value, "base": value / 2}
                )
    return pd.DataFrame(rows).sample(frac=1, random_state=1)


@pytest.fixture
def norm(runs):
    theory = pd.DataFrame(
        [{"alpha": a, "n": n, "norm": n**a} for a in ALPHAS for n in range(1, 99)]
    )
    found = of_runs(runs, "norm", ("alpha", "n"), "sizes")
    return found.predicted_by(exact(theory, "norm", ("alpha", "n")))


def matrix(runs, alpha):
    return runs[runs["alpha"] == alpha].pivot(index="seed", columns="n", values="norm").to_numpy()


def test_a_ragged_grid_has_a_point_for_every_row(norm):
    assert norm.labels[:2] == ["alpha = 0.1, n = 10", "alpha = 0.1, n = 20"]
    assert norm.values.shape == (12, len(norm.points)) == (12, 7)


@pytest.mark.parametrize("estimator", ["mean", "geometric mean", "median"])
def test_intervals_are_those_of_the_estimator(norm, runs, estimator):
    curves = matrix(runs, 0.1)
    expected = {
        "mean": means(curves, 0.9),
        "geometric mean": geometric_means(curves, 0.9),
        "median": [median(column, 0.9) for column in curves.T],
    }
    assert norm.at(alpha=0.1).averaged(estimator).intervals(0.9) == expected[estimator]


def test_fraction(runs):
    share = of_runs(runs.assign(large=runs["norm"] > 2), "large", ("alpha", "n"))
    holds = (matrix(runs, 0.3) > 2).astype(float)
    found = share.at(alpha=0.3).averaged("fraction").intervals()
    assert found == [fraction(column) for column in holds.T]


@pytest.mark.parametrize(
    ("estimator", "there", "back"),
    [
        ("mean", np.asarray, np.asarray),
        ("geometric mean", np.log, np.exp),
        ("root mean square", np.square, np.sqrt),
    ],
)
def test_exponent_is_fitted_to_the_average_of_each_curve(norm, runs, estimator, there, back):
    found = norm.averaged(estimator).exponent("n").intervals(0.9)
    for alpha, interval in zip(ALPHAS, found, strict=True):
        curves, x = matrix(runs, alpha), np.array(SIZES[: 4 if alpha == 0.1 else 3], dtype=float)
        other = fitted(there(curves), lambda y, x=x: loglog_slope(x, back(y)), 0.9)
        np.testing.assert_allclose(
            [interval.estimate, interval.low, interval.high],
            [other.estimate, other.low, other.high],
            rtol=1e-12,
        )


def test_the_prediction_goes_through_every_operation(norm):
    assert norm.exponent("n").table()["predicted"].tolist() == pytest.approx(ALPHAS)
    ratio = norm.over_prediction().negative()
    assert ratio.table()["predicted"].unique().tolist() == [-1.0]
    assert len(norm.at(alpha=0.1).over(2.0).prediction.points) == 98  # the finer grid is kept
    change = norm.exponent("n").minus(norm.points.drop_duplicates("alpha")["alpha"].to_numpy())
    assert change.table()["predicted"].abs().max() < 1e-12


def test_differences_are_paired_by_seed(norm, runs):
    half = of_runs(runs, "base", ("alpha", "n"), "sizes")
    twice = norm.minus(half).minus(half)
    assert max(abs(one.estimate) for one in twice.intervals()) < 1e-12
    assert all(one.estimate == pytest.approx(2) for one in norm.over(half).intervals())


def test_changes_of_fitted_numbers_share_their_seeds(norm, runs):
    (found,) = changes(norm.exponent("n"), "alpha", [(0.3, 0.1)]).intervals(0.9)
    both, x = np.hstack([matrix(runs, 0.3), matrix(runs, 0.1)]), np.array(SIZES, dtype=float)
    other = fitted(both, lambda y: loglog_slope(x[:3], y[:3]) - loglog_slope(x, y[3:]), 0.9)
    assert (found.low, found.high) == pytest.approx((other.low, other.high))


def test_crossing_of_a_power(norm):
    (linear, log), two = ([norm.at(alpha=0.3).crossing("n", 2.5, s) for s in ("linear", "log")]), []
    two = [one.intervals()[0].estimate for one in (linear, log)]
    assert 15 < two[1] < 30
    assert two[0] == pytest.approx(two[1], rel=0.05)
    assert log.table()["predicted"].item() == pytest.approx(2.5 ** (1 / 0.3), rel=1e-9)


def test_an_average_has_the_jackknife_of_its_identity(norm):
    """Student's interval and the jackknife's are one for a single point."""
    point = norm.at(alpha=0.1, n=10)
    (one,), (two,) = point.intervals(0.9), point.absolute().intervals(0.9)
    assert (one.low, one.high) == pytest.approx((two.low, two.high))
    normal = stats.t.interval(0.9, 11, point.values.mean(), stats.sem(point.values[:, 0]))
    assert one.low <= normal[0] + 1e-12 < normal[1] <= one.high + 1e-12


def test_one_fit_per_seed(norm):
    calls = []

    def counted(x, y):
        calls.append(1)
        return loglog_slope(x, y)

    found = norm.along("n", counted)
    for level in (0.8, 0.9, 0.95, 0.99):
        found.intervals(level)
    assert len(calls) == 2 * (12 + 1)


def test_diverged_seeds_are_counted_once():
    values = np.ones((5, 3))
    values[1] = math.nan
    values[3, 2] = math.inf
    (found,) = sample(values, ["a", "b", "c"])
    assert found.diverged == 2


def test_a_diverged_seed_unbounds_its_points_alone(runs):
    runs.loc[(runs["alpha"] == 0.3) & (runs["seed"] == 3), "norm"] = np.inf
    low, high = (one.low for one in of_runs(runs, "norm", ("alpha", "n")).exponent("n").intervals())
    assert np.isfinite(low)
    assert high == -np.inf


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"beta": 1}, "no coordinate"),
        ({"alpha": 0.2}, "no point at alpha = 0.2"),
        ({"n": lambda n: n > 100}, "no point meets"),
    ],
)
def test_refusals_of_at(norm, where, message):
    with pytest.raises(UserError, match=message):
        norm.at(**where)


def test_an_exponent_needs_two_points(norm):
    with pytest.raises(UserError, match="one point only along m for each alpha, n"):
        norm.with_coordinate(m="2 * n").exponent("m")


def test_a_seed_without_a_row_is_refused(runs):
    with pytest.raises(UserError, match="for seed 5"):
        of_runs(runs[(runs["seed"] != 5) | (runs["n"] != 20)], "norm", ("alpha", "n"))
    with pytest.raises(UserError, match="several rows"):
        of_runs(runs, "norm", ("n",))
    with pytest.raises(UserError, match="no row at some point"):
        of_runs(runs[(runs["seed"] != 5) | (runs["alpha"] != 0.3)], "norm", ("alpha", "n"))


def test_points_can_have_names(runs):
    named = runs.assign(point="n = " + runs["n"].astype(str))
    found = of_runs(named[named["alpha"] == 0.3], "norm", ("point",))
    assert found.labels == ["n = 10", "n = 20", "n = 40"]


def test_joined_refuses_other_seeds(norm, runs):
    assert len(joined([norm, norm]).points) == 14
    with pytest.raises(UserError, match="different seeds"):
        joined([norm, of_runs(runs[runs["seed"] < 6], "norm", ("alpha", "n"), "sizes")])


def test_exponents_of_each_seed(norm, runs):
    curves = runs[runs["alpha"] == 0.1].pivot(index="seed", columns="n", values="norm")
    found = norm.at(alpha=0.1).exponent("n").per_seed()
    assert found.values[:, 0].tolist() == pytest.approx(slope_per_seed(curves).tolist())
    assert found.averaged("median").intervals() == [median(found.values[:, 0])]


@pytest.mark.parametrize(
    "operation",
    [
        lambda q: q.at(alpha=0.3),
        lambda q: q.at(n=[20, 10]),
        lambda q: q.minus(1.5),
        lambda q: q.over(q.points["n"].to_numpy(dtype=float)),
        lambda q: q.minus(q.at(n=10)),
        lambda q: q.over(q.at(alpha=0.3, n=20)),
        lambda q: q.minus_prediction(),
        lambda q: q.over_prediction(),
        lambda q: q.inverse(),
        lambda q: q.negative(),
        lambda q: q.negative().absolute(),
        lambda q: q.exponent("n"),
        lambda q: q.exponent("n").minus(q.exponent("n").at(alpha=0.1)),
        lambda q: q.exponent("n").negative(),
        lambda q: q.at(alpha=0.3).crossing("n", 2.2, "linear"),
        lambda q: q.at(alpha=0.3).crossing("n", 2.2, "log"),
        lambda q: q.transformed(np.log),
        lambda q: q.exponent("n").per_seed(),
        lambda q: q.averaged("geometric mean").exponent("n"),
        lambda q: q.with_coordinate(m="2 * n").minus(1.0),
    ],
)
def test_an_operation_takes_the_prediction_along(norm, runs, operation):
    """Where runs are equal to their prediction they are so after every operation."""
    noiseless = runs.assign(norm=runs["n"].astype(float) ** runs["alpha"])
    exactly = of_runs(noiseless, "norm", ("alpha", "n"), "sizes").predicted_by(norm.prediction)
    table = operation(exactly).table()
    assert table["estimate"].tolist() == pytest.approx(table["predicted"].tolist())


def test_a_point_has_one_interval_wherever_it_appears():
    """The skewness of a mean is that of all points of the named quantity, and factors keep it."""
    rng = np.random.default_rng(0)
    values = np.exp(rng.standard_normal((9, 3)) * [0.1, 0.5, 1.5])
    rows = [
        {"seed": seed, "n": n, "risk": values[seed, k]}
        for seed in range(9)
        for k, n in enumerate((10, 20, 30))
    ]
    whole = of_runs(pd.DataFrame(rows), "risk", ["n"]).pooled()
    for estimator in ("mean", "geometric mean"):
        among = whole.averaged(estimator)
        alone = among.at(n=20)
        assert alone.intervals() == [among.intervals()[1]]
        assert replace(alone, pool=None).intervals() != alone.intervals()
    doubled, shifted = whole.over(0.5).at(n=20), whole.minus(1.0).at(n=20)
    middle = whole.at(n=20).intervals()[0]
    assert doubled.intervals()[0].high == pytest.approx(2 * middle.high)
    assert shifted.intervals()[0].low == pytest.approx(middle.low - 1)
    mirrored = whole.negative().at(n=20).intervals()[0]  # of another skewness: its own
    assert mirrored.low != pytest.approx(-middle.high)


def two_samples(first, second, **columns):
    """Return a column of two experiments with independent seeds, shape (seeds, sizes) each."""
    found = []
    for name, values in (("one", first), ("two", second)):
        rows = [
            {"seed": seed, "n": n, "risk": values[seed, k]}
            for seed in range(len(values))
            for k, n in enumerate(SIZES[: values.shape[1]])
        ]
        found.append(of_runs(pd.DataFrame(rows), "risk", ["n"], name))
    return found


def test_a_difference_of_two_experiments_is_welchs():
    """Of seeds that are not skewed."""
    rng = np.random.default_rng(1)
    one, two = rng.standard_normal((7, 2)), 3 + 2 * rng.standard_normal((12, 2))
    one, two = (
        np.vstack([each, 2 * each.mean(axis=0) - each]) for each in (one, two)
    )  # not skewed
    first, second = two_samples(one, two)
    for point, found in enumerate(first.minus(second).intervals(0.95)):
        welch = stats.ttest_ind(one[:, point], two[:, point], equal_var=False)
        low, high = welch.confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)
        assert found.estimate == pytest.approx(one[:, point].mean() - two[:, point].mean())
    assert first.minus(second).fewest == 14


def test_exponents_of_two_experiments_compose_and_use_all_seeds():
    rng = np.random.default_rng(2)
    sizes = np.array(SIZES, dtype=float)
    one, two = (
        sizes**power * rng.gamma(50, size=(seeds, 4)) / 50 for power, seeds in ((0.5, 9), (0.2, 30))
    )
    first, second = two_samples(one, two)
    (found,) = first.exponent("n").minus(second.exponent("n")).intervals()
    expected = loglog_slope(sizes, one.mean(axis=0)) - loglog_slope(sizes, two.mean(axis=0))
    assert found.estimate == pytest.approx(expected)
    assert found.low < 0.3 < found.high
    (ratio,) = first.over(second).exponent("n").intervals()
    assert ratio.estimate == pytest.approx(expected)
    few = first.exponent("n").minus(two_samples(one, two[:6])[1].exponent("n")).intervals()[0]
    assert few.high - few.low > found.high - found.low


def test_a_comparison_of_two_experiments_covers():
    rng, held = np.random.default_rng(3), 0
    for _ in range(400):
        one, two = np.exp(0.8 * rng.standard_normal((8, 1))), rng.exponential(size=(20, 1))
        first, second = two_samples(one, two)
        (found,) = first.minus(second).intervals(0.9)
        held += found.low <= math.exp(0.32) - 1 <= found.high
    assert 0.85 < held / 400 < 0.97


def test_what_two_experiments_do_not_share_is_refused():
    rng = np.random.default_rng(4)
    first, second = two_samples(rng.standard_normal((6, 2)), rng.standard_normal((8, 2)))
    both = first.minus(second)
    with pytest.raises(UserError, match="with a third"):
        both.minus(first)
    with pytest.raises(UserError, match="cannot be compared"):
        first.minus(second.averaged("median"))
    with pytest.raises(UserError, match="not paired"):
        both.per_seed()
    lost = rng.standard_normal((8, 2))
    lost[3, 1] = np.nan
    found = first.minus(two_samples(lost, lost)[1])
    assert found.diverged == 1
    assert np.isfinite([one.low for one in found.intervals()]).tolist() == [True, False]


def test_infinite_seeds_diverged_unless_they_are_censored():
    """Twelve infinite seeds of twelve say that a time lies beyond the horizon, or nothing."""
    rows = [{"seed": seed, "time": np.inf} for seed in range(12)]
    times = of_runs(pd.DataFrame(rows), "time", []).averaged("median")
    (diverged,), (late,) = times.intervals(), times.with_censored().intervals()
    assert (diverged.low, diverged.high, times.diverged) == (-np.inf, np.inf, 12)
    assert (late.low, times.with_censored().diverged) == (np.inf, 0)
    known = pd.DataFrame(rows).assign(time=[1.0] * 9 + [np.inf] * 3)
    few = of_runs(known, "time", []).averaged("median")
    assert few.intervals()[0].low == -np.inf
    assert few.with_censored().intervals()[0].low == 1.0
