"""The flow of a tied network on a sample, against finite differences and a slower integration."""

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere
from feature_learning.data.relu_links import link
from feature_learning.training.tied_flow import Control, TiedFlow
from feature_learning.training.tied_network import features


def problem(s, d, n, seed):
    rng = np.random.default_rng([s, d, n, seed])
    offsets, signs = 10 * rng.standard_normal(100), rng.choice([-1.0, 1.0], 100)
    theta, c = on_sphere(rng.standard_normal(d)), rng.standard_normal(100)
    inputs = rng.standard_normal((n, d))
    labels = link("zigzag-half", s)(inputs[:, 0]) + 0.01 * rng.standard_normal(n)
    return TiedFlow(inputs, labels, offsets, signs, 0.1), theta, c


def test_the_loss_is_that_of_the_features():
    flow, theta, c = problem(2, 10, 300, 0)
    phi = features(flow.inputs @ theta, *flow.neurons)
    expected = ((flow.labels - phi @ c) ** 2).mean() + 0.1 * c @ c
    assert flow.loss(theta, c) == pytest.approx(expected, rel=1e-12)


def test_the_gradient_is_that_of_finite_differences():
    flow, theta, c = problem(2, 10, 3000, 1)
    across = on_sphere(np.eye(10)[3] - theta[3] * theta)
    moved = [np.cos(h) * theta + np.sin(h) * across for h in (1e-6, -1e-6)]
    difference = (flow.loss(moved[0], c) - flow.loss(moved[1], c)) / 2e-6
    assert flow.slope(theta, c) @ across == pytest.approx(difference, rel=1e-5)
    assert abs(flow.slope(theta, c) @ theta) < 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_ends_do_not_depend_on_the_steps(seed):
    flow, theta, c = problem(2, 10, 950, seed)
    ends = [
        abs(flow.followed(theta, c, Control(100, steps, reach)).theta[0])
        for steps, reach in ((250, 0.03), (500, 0.015))
    ]
    assert ends[0] == pytest.approx(ends[1], abs=2e-3)


def test_ends_are_those_of_short_steps():
    """Steps of 0.05 throughout; c's are implicit, since explicit ones would have to be shorter."""
    flow, theta, c = problem(1, 10, 300, 2)
    end = flow.followed(theta, c, Control(100, 250, 0.03))
    for _ in range(100):
        theta = on_sphere(theta - flow.slope(theta, c))
    for _ in range(3000):
        phi = features(flow.inputs @ theta, *flow.neurons)
        gram, projected = phi.T @ phi / len(phi), phi.T @ flow.labels / len(phi)
        c = np.linalg.solve(np.eye(100) * 1.01 + 0.1 * gram, c + 0.1 * projected)
        theta = on_sphere(theta - 0.05 * flow.slope(theta, c))
    assert abs(theta[0]) == pytest.approx(abs(end.theta[0]), abs=2e-3)
    assert np.linalg.norm(c) == pytest.approx(np.linalg.norm(end.c), rel=0.02)


def test_theta_alone_moves_in_the_warm_up():
    flow, theta, c = problem(1, 10, 300, 3)
    end = flow.followed(theta, c, Control(5, 0, 0.03))
    assert np.array_equal(end.c, c)
    assert flow.loss(end.theta, c) < flow.loss(theta, c)
