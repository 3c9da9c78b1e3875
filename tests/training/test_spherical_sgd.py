"""The chain of the overlap against SGD on vectors."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.data.relu_links import link
from feature_learning.training.spherical_sgd import first_passages, steps_to_half


def simulated(f, noise, d, step, lanes, rng):
    """Return the first passages above 0.9 of SGD on vectors, (lanes,)."""
    theta = on_sphere(rng.standard_normal((lanes, d)) * (np.arange(d) > 0))
    theta = np.sqrt(1 - 1 / d) * theta
    theta[:, 0] = d**-0.5
    found = np.full(lanes, np.inf)
    for number in range(1, 2001):
        x = rng.standard_normal((lanes, d))
        u = (x * theta).sum(axis=1)
        slope = (f(u + 1e-4) - f(u - 1e-4)) / 2e-4
        g = (f(u) - f(x[:, 0]) - noise**0.5 * rng.standard_normal(lanes)) * slope
        theta = on_sphere(theta - step * g[:, None] * (x - u[:, None] * theta))
        found = np.where((np.abs(theta[:, 0]) > 0.9) & np.isinf(found), number, found)
    return found


def test_the_chain_is_sgd():
    f, rng = link("zigzag-half", 2), np.random.default_rng(0)
    chain = first_passages(f, 1e-4, 16, np.array([1 / 16]), 800, 0.9, rng)
    direct = simulated(f, 1e-4, 16, 1 / 16, 800, rng)
    assert steps_to_half(chain)[0] == pytest.approx(np.median(direct), rel=0.15)


def test_growth_of_the_first_exponent():
    f, rng = link("zigzag-half", 1), np.random.default_rng(1)
    halves = [
        steps_to_half(first_passages(f, 1e-4, d, np.array([1 / d]), 400, 0.9, rng))[0]
        for d in (16, 64)
    ]
    assert halves == pytest.approx([117, 720], rel=0.15)


def test_all_stop_when_half_of_one_step_size_have_arrived():
    f, rng = link("zigzag-half", 1), np.random.default_rng(2)
    found = first_passages(f, 1e-4, 16, np.array([1e-6, 1 / 16]), 20, 0.9, rng)
    assert np.isinf(found[0]).all()
    assert np.isfinite(found[1]).sum() >= 10
    assert np.isinf(steps_to_half(found)[0])


def test_two_dimensions_are_refused():
    with pytest.raises(UserError, match="three dimensions"):
        first_passages(link("zigzag-half", 1), 0.0, 2, np.ones(1), 2, 0.9, np.random.default_rng())
