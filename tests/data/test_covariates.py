"""Directions on the sphere."""

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere


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
