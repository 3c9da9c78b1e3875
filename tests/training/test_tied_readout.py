"""Ridge regression from sums over segments, against the same from features."""

import numpy as np
import pytest

from feature_learning.training.second_layer import ridge
from feature_learning.training.tied_network import features
from feature_learning.training.tied_readout import moments


def problem(width, n, spread):
    rng = np.random.default_rng(width)
    offsets, signs = spread * rng.standard_normal(width), rng.choice([-1.0, 1.0], width)
    return rng.standard_normal(n), rng.standard_normal(n), offsets, signs


@pytest.mark.parametrize(
    ("width", "n", "spread"), [(100, 300, 10.0), (40, 7, 2.0), (1, 5, 1.0), (250, 400, 1.0)]
)
def test_moments_are_those_of_the_features(width, n, spread):
    u, labels, offsets, signs = problem(width, n, spread)
    phi = features(u, offsets, signs)
    found = moments(u, labels, offsets, signs)
    assert np.allclose(found.gram, phi.T @ phi / n, atol=1e-13)
    assert np.allclose(found.projected, phi.T @ labels / n, atol=1e-14)
    assert np.array_equal(found.gram, found.gram.T)


@pytest.mark.parametrize(("width", "n", "spread"), [(100, 300, 10.0), (250, 400, 1.0)])
def test_solutions_and_errors_are_those_of_the_features(width, n, spread):
    u, labels, offsets, signs = problem(width, n, spread)
    phi = features(u, offsets, signs)
    found = moments(u, labels, offsets, signs)
    solutions = found.solutions([1e-6, 1e-2])
    for solution, penalty in zip(solutions, (1e-6, 1e-2), strict=True):
        assert np.allclose(phi @ solution, phi @ ridge(phi, labels, n * penalty), atol=1e-5)
    assert found.errors(solutions) == pytest.approx(
        ((labels - solutions @ phi.T) ** 2).mean(axis=1), abs=1e-12
    )


def test_knots_that_coincide_with_samples_and_each_other():
    u, labels, offsets, signs = problem(20, 50, 1.0)
    offsets[:4], signs[:2], signs[2:4] = 0.3, 1, -1
    u[:3], u[3:5] = 0.3, -0.3
    phi = features(u, offsets, signs)
    assert np.allclose(moments(u, labels, offsets, signs).gram, phi.T @ phi / 50, atol=1e-14)


def test_neurons_that_no_sample_activates_keep_a_zero():
    u, labels, offsets, signs = problem(20, 50, 1.0)
    offsets[:3] = 9.0
    solutions = moments(u, labels, offsets, signs).solutions([1e-3])
    assert (solutions[:, :3] == 0).all()
    assert (solutions[:, 3:] != 0).any()
