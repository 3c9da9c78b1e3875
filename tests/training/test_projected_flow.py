"""Steps on the sphere by arc length, and whitening."""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.data.whitening import whitened
from feature_learning.training.projected_flow import arc_length_flow, falling_lengths

RNG = np.random.default_rng(0)
START = on_sphere(RNG.standard_normal((4, 6)))


def test_a_step_of_some_length_turns_by_its_arc_tangent():
    (end,) = arc_length_flow(START[:1], lambda w: RNG.standard_normal(w.shape), [0.3])
    assert end @ START[0] == pytest.approx(math.cos(math.atan(0.3)), rel=1e-12)
    assert np.linalg.norm(end) == pytest.approx(1)


def test_the_path_does_not_depend_on_the_size_of_the_gradient():
    matrix = np.random.default_rng(1).standard_normal((6, 6))
    gradient = lambda w: w @ (matrix + matrix.T)  # noqa: E731
    lengths = falling_lengths(0.05, 60)
    slow = arc_length_flow(START, lambda w: 1e-6 * gradient(w), lengths)
    assert slow == pytest.approx(arc_length_flow(START, gradient, lengths), rel=1e-9)


def test_the_flow_ends_at_the_least_eigenvector():
    values = np.array([1.0, 2, 3, 4, 5, 6])
    ends = arc_length_flow(START, lambda w: w * values, falling_lengths(0.05, 400))
    assert np.abs(ends[:, 0]) == pytest.approx(1, abs=1e-4)


def test_paths_are_independent_and_stop_at_critical_points():
    gradient = lambda w: w * np.arange(1.0, 7.0)  # noqa: E731
    pole = np.eye(6)[2:3]
    ends = arc_length_flow(np.vstack([START, pole]), gradient, falling_lengths(0.05, 50))
    assert ends[-1] == pytest.approx(pole[0])
    assert ends[1:2] == pytest.approx(
        arc_length_flow(START[1:2], gradient, falling_lengths(0.05, 50))
    )


def test_lengths_are_constant_then_fall():
    assert falling_lengths(0.05, 4).tolist() == pytest.approx([0.05, 0.05, 0.05, 0.025])


def test_whitening_leaves_unit_moments_and_the_preactivations():
    inputs = RNG.standard_normal((50, 6)) @ RNG.standard_normal((6, 6))
    white, root = whitened(inputs)
    assert white.T @ white / 50 == pytest.approx(np.eye(6), abs=1e-10)
    w = RNG.standard_normal(6)
    assert white @ (root @ w) == pytest.approx(inputs @ w, rel=1e-9)


def test_whitening_needs_more_samples_than_dimensions():
    for n in (5, 6):
        with pytest.raises(UserError, match=f"n = {n}, d = 6"):
            whitened(RNG.standard_normal((n, 6)))
