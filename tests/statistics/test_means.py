"""Means over the seeds of several points: Student's where the seeds are not skewed, wider where
they are, and nothing where they all agree.
"""

import math

import numpy as np
import pytest
from scipy.stats import skew, t

from feature_learning.statistics.means import common_skewness, geometric_means, means
from feature_learning.statistics.skewness import quantiles, skewness

UNBOUNDED = (-math.inf, math.inf)


def ends(interval):
    return interval.low, interval.high


@pytest.mark.parametrize(("seeds", "level"), [(3, 0.95), (12, 0.9), (40, 0.999)])
def test_without_skewness_the_quantiles_are_students(seeds, level):
    student = t.interval(level, seeds - 1)
    assert quantiles(0.0, seeds, level) == pytest.approx(student, rel=1e-12)
    # Continuous there, so that nothing hangs on rounding.
    assert quantiles(1e-12, seeds, level) == pytest.approx(student, rel=1e-10)


@pytest.mark.parametrize("skewed", [0.3, 1.0, 2.5])
def test_the_quantile_of_the_heavy_side_solves_halls_equation(skewed):
    low, high = quantiles(skewed, 12, 0.95)
    student = t.ppf(0.975, 11)
    g = 1.5 * skewed / math.sqrt(12)
    assert ((1 + g * low / 3) ** 3 - 1) / g + g / 6 == pytest.approx(-student, rel=1e-9)
    assert low < -student
    assert high == pytest.approx(student)
    assert quantiles(-skewed, 12, 0.95) == pytest.approx((-high, -low))


def test_the_skewness_is_that_of_scipy_without_bias():
    values = np.random.default_rng(0).exponential(size=(9, 3))
    assert skewness(values) == pytest.approx(skew(values, bias=False))


def test_the_upper_bound_of_seeds_with_a_long_tail_moves_up():
    values = np.random.default_rng(1).exponential(size=(12, 1))
    found, student = means(values, 0.95)[0], t.interval(0.95, 11, values.mean(), values.std(ddof=1))
    assert found.high - found.estimate > 1.2 * (student[1] - values.mean()) / math.sqrt(12)
    assert found.low == pytest.approx(values.mean() + (student[0] - values.mean()) / math.sqrt(12))
    mirrored = means(-values, 0.95)[0]
    assert ends(mirrored) == pytest.approx((-found.high, -found.low))


def test_the_common_skewness_is_the_mean_over_columns_that_vary():
    values = np.random.default_rng(3).exponential(size=(12, 4))
    values[:, 1], values[5, 3] = 2.0, math.inf
    assert common_skewness(values) == pytest.approx(skew(values[:, [0, 2]], bias=False).mean())
    assert common_skewness(values[:, [1, 3]]) is None
    assert common_skewness(values[:2]) is None


def test_points_share_their_skewness():
    """Of one point that happens to be skewed among fifteen that are not, a sixteenth counts."""
    rng = np.random.default_rng(2)
    skewed, others = rng.exponential(size=(12, 1)), rng.standard_normal((12, 15))
    others = np.hstack([others, -others])  # of skewness 0 in all
    alone, among = means(skewed)[0], means(np.hstack([skewed, others]))[0]
    assert alone.high > among.high > means(np.hstack([skewed, -skewed]))[0].high


@pytest.mark.parametrize("seeds", [3, 12, 60])
@pytest.mark.parametrize("value", [0.0, 1 / 3, -2e-7])
def test_seeds_that_agree_bound_no_mean(seeds, value):
    found = means(np.full((seeds, 1), value))[0]
    assert (found.estimate, *ends(found)) == (pytest.approx(value), *UNBOUNDED)


def test_seeds_that_agree_up_to_rounding_do_so_too():
    thirds = np.array([[0.1 + 0.2], [0.3], [0.3], [0.3], [0.3]])
    assert np.ptp(thirds) > 0
    assert ends(means(thirds)[0]) == UNBOUNDED
    # A difference of such numbers is as small as it likes, unless one says what size matters.
    assert ends(means(thirds - 0.3)[0]) != UNBOUNDED
    assert ends(means(thirds - 0.3, sizes=np.array([0.1]))[0]) == UNBOUNDED
    few = np.array([1e-26, 2e-26, 1.5e-26])[:, None]
    assert ends(means(few)[0]) != UNBOUNDED


def test_a_point_that_is_not_bounded_leaves_the_others_theirs():
    values = np.random.default_rng(3).standard_normal((8, 1))
    spoilt = np.hstack([values, np.ones((8, 1)), np.where(np.arange(8) == 2, math.nan, 1)[:, None]])
    found = means(spoilt)
    assert ends(found[0]) == ends(means(values)[0])
    assert [ends(one) for one in found[1:]] == [UNBOUNDED] * 2
    assert found[2].estimate == 1.0


def test_geometric_means_are_means_of_logarithms():
    logs = np.random.default_rng(6).standard_normal((8, 2))
    for found, expected in zip(geometric_means(np.exp(logs)), means(logs), strict=True):
        assert np.log([found.low, found.estimate, found.high]) == pytest.approx(
            [expected.low, expected.estimate, expected.high]
        )
    spoilt = np.exp(logs)
    spoilt[0, 0] = 0.0
    assert ends(geometric_means(spoilt)[0]) == (0.0, math.inf)
    assert math.isfinite(geometric_means(spoilt)[1].high)
    assert ends(geometric_means(np.full((8, 1), 2.0))[0]) == (0.0, math.inf)
