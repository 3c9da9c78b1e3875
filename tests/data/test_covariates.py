"""Directions on the sphere."""

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere, stratified_gaussian


@pytest.mark.parametrize("shape", [(7,), (5, 3), (2, 4, 6)])
@pytest.mark.parametrize("radius", [1.0, 2.5])
def test_rows_get_their_norm_and_keep_their_direction(shape, radius):
    rows = np.random.default_rng(0).standard_normal(shape)
    found = on_sphere(rows, radius)
    assert np.linalg.norm(found, axis=-1) == pytest.approx(radius * np.ones(shape[:-1]))
    assert (found * rows).sum(-1) == pytest.approx(radius * np.linalg.norm(rows, axis=-1))


def test_gaussian_rows_become_uniform():
    """Second and fourth moments of a coordinate on the sphere in d dimensions: 1/d and 3/(d(d+2))."""
    found = on_sphere(np.random.default_rng(1).standard_normal((40_000, 5)))
    assert (found**2).mean(axis=0) == pytest.approx(np.full(5, 1 / 5), rel=0.03)
    assert (found**4).mean(axis=0) == pytest.approx(np.full(5, 3 / 35), rel=0.04)


def test_stratified_inputs_are_gaussian_and_one_projection_is_even():
    rng, direction = np.random.default_rng(3), np.array([0.6, 0.0, 0.8])
    draws = [stratified_gaussian(500, direction, rng) for _ in range(20)]
    together = np.concatenate(draws)
    assert np.cov(together.T) == pytest.approx(np.eye(3), abs=0.05)
    means = [(draw @ direction) ** 2 for draw in draws]
    assert np.mean(means) == pytest.approx(1, abs=0.01)
    assert np.std([mean.mean() for mean in means]) < 0.2 * np.sqrt(2 / 500)
