"""First moments of the gradient in closed form, beside Monte Carlo and known symmetries."""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import RELU, SHIFTED_RELU, TANH, threshold_relu
from feature_learning.theory.gaussian_fields import gram, monte_carlo_moments
from feature_learning.theory.hinge_moments import hinge_first_moments, hinge_slopes

TARGET = HermiteTarget({(0, 0): 0.5, (1, 0): 1.0, (1, 1): 0.7, (0, 2): -0.4, (2, 1): 0.3})


def fields(weights: np.ndarray) -> np.ndarray:
    """The covariance beside a teacher that is the first two axes."""
    return gram(np.eye(2), weights[:, :2], weights @ weights.T)


@pytest.mark.parametrize(
    "activation", [RELU, SHIFTED_RELU, threshold_relu(0.5), threshold_relu(-0.5)]
)
@pytest.mark.parametrize("mirror", [False, True])
def test_closed_forms_are_what_monte_carlo_finds(activation, mirror):
    rng = np.random.default_rng(0)
    weights = 0.4 * rng.standard_normal((3, 7))
    weights = np.concatenate([weights, weights]) if mirror else weights
    readout = 0.5 * rng.standard_normal(len(weights))
    exact = hinge_first_moments(fields(weights), TARGET, readout, activation)
    found = monte_carlo_moments(fields(weights), TARGET, readout, activation, 400000, rng).first
    assert np.abs(exact).max() > 0.3
    assert np.allclose(exact, found, atol=0.008)


def test_untrained_neurons_see_the_linear_part_alone():
    linear, start = np.array([1.0, -2.0]), np.pad(np.eye(3), ((0, 0), (2, 0)))
    target = HermiteTarget({(1, 0): 1.0, (0, 1): -2.0, (1, 1): 3.0, (0, 2): 1.0})
    first = hinge_first_moments(fields(start), target, np.zeros(3), RELU)
    assert np.allclose(first[:, :2], linear / 2, rtol=0, atol=1e-15)
    assert np.allclose(first[:, 2:], 0, atol=1e-15)


def test_one_neuron_beside_its_own_twin():
    """``E[relu(x) 1(x > 0) x] = 1/2``, and ``E[relu(x - b) 1(x > b) x]`` is ``P(x > b)``."""
    twins = np.pad(np.ones((2, 1)), ((0, 0), (2, 0)))
    for b in (0.0, 0.7, -0.7):
        first = hinge_first_moments(
            fields(twins), HermiteTarget({(0, 0): 0.0}), np.array([-1.0, 0.0]), threshold_relu(b)
        )
        assert first[:, 2:] == pytest.approx(np.full((2, 2), math.erfc(b / 2**0.5) / 2), abs=1e-5)


def test_products_of_slopes_are_what_monte_carlo_finds():
    rng = np.random.default_rng(1)
    factor = rng.standard_normal((3, 4))
    student = factor @ factor.T
    draws = rng.standard_normal((400000, 4)) @ factor.T
    for b in (0.0, 0.6, -0.6):
        above = (draws > b).astype(float)
        found = hinge_slopes(student, threshold_relu(b))
        assert np.allclose(found, above.T @ above / len(above), atol=4e-3)


def test_other_activations_are_refused():
    with pytest.raises(UserError, match="tanh is not a ReLU"):
        hinge_first_moments(np.eye(3), TARGET, np.ones(1), TANH)
    with pytest.raises(UserError, match="tanh is not a ReLU"):
        hinge_slopes(np.eye(1), TANH)
