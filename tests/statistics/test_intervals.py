"""Intervals over seeds: what they cover, what they refuse to say, and what a diverged seed does to
them.
"""

import math
import warnings
from functools import partial

import numpy as np
import pytest
from scipy.stats import binom, t

from feature_learning.statistics import intervals
from feature_learning.statistics.intervals import LEVEL, Interval
from feature_learning.statistics.means import geometric_means, means

TRIALS = 2000
# Three standard errors of a simulated coverage.
SLACK = 3 * math.sqrt(LEVEL * (1 - LEVEL) / TRIALS)


def mean(values, level=LEVEL, skewed=None):
    return means(values[:, None], level, skewed=skewed)[0]


def coverage(interval, truth, draws):
    return np.mean([found.low <= truth <= found.high for found in map(interval, draws)])


@pytest.mark.parametrize("seeds", [3, 6, 12, 20])
def test_mean_covers_exactly_for_gaussian_seeds(seeds):
    draws = 5 + 2 * np.random.default_rng(seeds).standard_normal((TRIALS, seeds))
    plain = partial(mean, skewed=0.0)
    assert coverage(plain, 5, draws) == pytest.approx(LEVEL, abs=SLACK)


def test_students_mean_covers_too_little_for_skewed_seeds_and_the_corrected_one_enough():
    """Exponential numbers, 12 seeds: Student's interval less than seven in eight."""
    draws = np.random.default_rng(0).exponential(size=(TRIALS, 12))
    assert 0.82 < coverage(partial(mean, skewed=0.0), 1, draws) < LEVEL - SLACK
    assert coverage(mean, 1, draws) > LEVEL - SLACK


@pytest.mark.parametrize(("seeds", "level", "t"), [(5, 0.95, 2.776445), (10, 0.99, 3.249836)])
def test_mean_uses_students_tabled_quantiles(seeds, level, t):
    values = np.arange(float(seeds))
    found = mean(values, level)
    assert (found.high - found.low) / 2 == pytest.approx(
        t * values.std(ddof=1) / math.sqrt(seeds), rel=1e-6
    )


def test_mean_is_students_where_nothing_is_skewed():
    values = np.random.default_rng(1).standard_normal(9)
    found = mean(values, 0.99, skewed=0.0)
    expected = t.interval(0.99, 8, values.mean(), values.std(ddof=1) / 3)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-12)
    assert found.estimate == pytest.approx(values.mean())


@pytest.mark.parametrize("seeds", [6, 9, 12, 20])
@pytest.mark.parametrize("law", ["standard_normal", "standard_cauchy", "standard_exponential"])
def test_median_covers_at_least_for_every_law(seeds, law):
    draws = getattr(np.random.default_rng(seeds), law)((TRIALS, seeds))
    truth = math.log(2) if law == "standard_exponential" else 0.0
    found = coverage(intervals.median, truth, draws)
    # Order statistics cover in steps: exactly this, never less than the level.
    inside = next(k for k in range(seeds) if binom.cdf(k, seeds, 0.5) > (1 - LEVEL) / 2)
    exact = 1 - 2 * binom.cdf(inside - 1, seeds, 0.5)
    assert exact >= LEVEL
    assert found == pytest.approx(exact, abs=SLACK)


@pytest.mark.parametrize(("seeds", "low"), [(6, 0), (9, 1), (12, 2), (40, 13)])
def test_median_lies_between_its_tabled_order_statistics(seeds, low):
    found = intervals.median(np.arange(float(seeds)), 0.95)
    assert (found.low, found.high) == (low, seeds - 1 - low)


@pytest.mark.parametrize("seeds", [3, 4])
def test_median_of_too_few_seeds_is_unbounded(seeds):
    found = intervals.median(np.arange(float(seeds)))
    assert (found.low, found.high) == (-math.inf, math.inf)


@pytest.mark.parametrize("seeds", [5, 12, 20, 50])
def test_fraction_covers_every_truth(seeds):
    """At least 90 % for every fraction, 95 % for each of its ends: exact sums, no simulation."""
    counts = np.arange(seeds + 1)
    found = [intervals.fraction(np.arange(seeds) < count) for count in counts]
    truths = np.linspace(0.01, 0.99, 99)
    law = binom.pmf(counts[None, :], seeds, truths[:, None])
    for covers, level in (
        ([[i.low <= truth <= i.high for i in found] for truth in truths], LEVEL),
        ([[i.low <= truth for i in found] for truth in truths], (1 + LEVEL) / 2),
        ([[truth <= i.high for i in found] for truth in truths], (1 + LEVEL) / 2),
    ):
        assert (np.array(covers) * law).sum(axis=1).min() >= level - 1e-12


@pytest.mark.parametrize(("holds", "low", "high"), [(8, 0.443905, 0.974789), (0, 0.0, 0.308497)])
def test_fraction_has_tabled_ends(holds, low, high):
    found = intervals.fraction(np.arange(10) < holds, 0.95)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)


def test_all_successes_reach_one():
    found = intervals.fraction(np.ones(12), 0.95)
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (1.0, 0.025 ** (1 / 12), 1.0), rel=1e-9
    )


def test_the_jackknife_covers_a_curved_statistic():
    """A ratio of means of skewed numbers."""
    rng, trials = np.random.default_rng(2), 400
    draws = np.stack(
        [rng.exponential(3.0, (trials, 15)), 1 + rng.exponential(0.5, (trials, 15))], axis=2
    )
    found = coverage(
        lambda curves: intervals.fitted(curves, lambda curve: float(curve[0] / curve[1])),
        2.0,
        draws,
    )
    assert 0.88 < found < 0.985


def test_the_jackknife_of_equal_curves_bounds_nothing():
    assert intervals.fitted(np.ones((12, 2)), np.sum) == Interval.unbounded(2.0)


def test_a_number_at_the_end_of_its_range_is_not_certain():
    """No seed that is left out moves it, or all move it alike."""
    rising = np.arange(4.0) + 0.01 * np.random.default_rng(5).standard_normal((12, 4))
    ranks = intervals.fitted(
        rising, lambda curve: float(np.corrcoef(np.argsort(np.argsort(curve)), np.arange(4))[0, 1])
    )
    assert ranks.estimate == pytest.approx(1)
    assert (ranks.low, ranks.high) == (-math.inf, math.inf)


@pytest.mark.parametrize("interval", [mean, intervals.median, intervals.fraction])
@pytest.mark.parametrize("seeds", [1, 2])
def test_under_three_seeds_nothing_is_bounded(interval, seeds):
    found = interval(np.ones(seeds))
    assert (found.estimate, found.low, found.high) == (1.0, -math.inf, math.inf)


def test_under_five_seeds_nothing_fitted_is_bounded():
    curves = np.random.default_rng(4).standard_normal((4, 2))
    found = intervals.fitted(curves, np.sum)
    assert (found.low, found.high) == (-math.inf, math.inf)
    assert found.estimate == pytest.approx(curves.mean(axis=0).sum())


@pytest.mark.parametrize("seeds", [5, 9])
def test_the_jackknife_of_a_linear_fit_is_the_interval_of_a_mean(seeds):
    curves = np.random.default_rng(seeds).exponential(size=(seeds, 3))
    found, expected = intervals.fitted(curves, np.sum), means(curves.sum(axis=1)[:, None])[0]
    assert (found.low, found.estimate, found.high) == pytest.approx(
        (expected.low, expected.estimate, expected.high)
    )


def test_a_geometric_mean_is_that_of_the_logarithms():
    logs = np.random.default_rng(6).standard_normal(8)
    (found,), expected = geometric_means(np.exp(logs)[:, None]), mean(logs)
    assert np.log([found.low, found.estimate, found.high]) == pytest.approx(
        [expected.low, expected.estimate, expected.high]
    )
    assert geometric_means(np.array([[1.0], [2.0], [0.0], [3.0]]))[0].high == math.inf


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_diverged_seed_unbounds_a_mean(bad):
    found = mean(np.array([1.0, 1.1, 0.9, bad, 1.0]))
    assert (found.low, found.high) == (-math.inf, math.inf)
    assert found.estimate == pytest.approx(1.0)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_diverged_seed_unbounds_a_fitted_number(bad):
    curves = np.ones((12, 2))
    curves[3, 1] = bad
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = intervals.fitted(curves, np.sum)
    assert (found.estimate, found.low, found.high) == (2.0, -math.inf, math.inf)


def test_diverged_seeds_widen_a_median_at_both_ends():
    """NaN may lie on either side; an infinite number has its side."""
    values = np.arange(1.0, 21.0)
    clean = intervals.median(values)
    spoilt = intervals.median(np.where(values > 16, np.nan, values))
    assert spoilt.low < clean.low
    assert spoilt.high >= clean.high
    most = intervals.median(np.where(values > 8, np.nan, values))
    assert (most.low, most.high) == (-math.inf, math.inf)
    blown = intervals.median(np.where(values > 16, np.inf, values))
    assert (blown.low, blown.high) == (clean.low, clean.high)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_diverged_seed_is_a_seed_for_which_the_statement_fails(bad):
    found = intervals.fraction(np.array([1.0, 1.0, bad, 1.0, 0.0]))
    assert found == intervals.fraction(np.array([1.0, 1.0, 0.0, 1.0, 0.0]))


def test_a_fit_in_log_units_is_the_exponential_of_the_fit_of_the_logarithm():
    curves = np.random.default_rng(0).lognormal(size=(8, 3))
    plain = intervals.fitted(curves, lambda mean: float(np.log(mean[0])))
    found = intervals.fitted_logarithm(curves, lambda mean: float(np.log(mean[0])))
    assert np.log([found.estimate, found.low, found.high]) == pytest.approx(
        [plain.estimate, plain.low, plain.high]
    )
    few = intervals.fitted_logarithm(curves[:3], lambda mean: float(np.log(mean[0])))
    assert (few.low, few.high) == (0.0, np.inf)
