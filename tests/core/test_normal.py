"""Numbers drawn by our own transform are standard normal and independent."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from feature_learning.core.normal import density, distribution, singles

COUNT = 1_000_001


@pytest.fixture(scope="module")
def numbers() -> np.ndarray:
    return singles(COUNT, np.random.default_rng(3))


def test_moments_up_to_the_sixth(numbers: np.ndarray) -> None:
    for power, mean, square in ((1, 0, 1), (2, 1, 3), (3, 0, 15), (4, 3, 105), (6, 15, 10395)):
        deviation = (numbers.astype(float) ** power).mean() - mean
        assert abs(deviation) < 4.5 * np.sqrt((square - mean**2) / COUNT), power


def test_law(numbers: np.ndarray) -> None:
    assert stats.kstest(numbers, "norm").pvalue > 1e-3
    beyond = int((np.abs(numbers) > 4).sum())
    assert stats.binomtest(beyond, COUNT, 2 * stats.norm.sf(4)).pvalue > 1e-3


@pytest.mark.parametrize("lag", [1, 2, 128, 1 << 14, COUNT // 2, COUNT // 2 + 1])
def test_neighbours_and_the_two_of_a_pair_are_independent(numbers: np.ndarray, lag: int) -> None:
    one, two = numbers[:-lag].astype(float), numbers[lag:].astype(float)
    for function in (np.positive, np.square, np.abs):
        assert abs(np.corrcoef(function(one), function(two))[0, 1]) * np.sqrt(len(one)) < 4.5


@pytest.mark.parametrize("count", [0, 1, 2, 7, 1 << 15, (1 << 15) + 1])
def test_any_count_single_precision_and_the_same_from_the_same_state(count: int) -> None:
    drawn = singles(count, np.random.default_rng(5))
    assert drawn.shape == (count,)
    assert drawn.dtype == np.float32
    assert np.isfinite(drawn).all()
    assert (drawn == singles(count, np.random.default_rng(5))).all()


def test_draws_go_on_where_the_last_ended() -> None:
    rng = np.random.default_rng(5)
    assert not np.intersect1d(singles(1000, rng), singles(1000, rng)).size > 5


def test_density_and_distribution() -> None:
    points = np.linspace(-5, 5, 11)
    np.testing.assert_allclose(density(points), stats.norm.pdf(points), rtol=1e-13)
    np.testing.assert_allclose(distribution(points), stats.norm.cdf(points), rtol=1e-13)
