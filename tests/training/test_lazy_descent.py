"""Networks close to their init, against the tangent kernel."""

import numpy as np
import pytest

from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.training.lazy_descent import lazy_descent


def problem():
    rng = np.random.default_rng(0)
    inputs = rng.standard_normal((30, 8))
    return inputs, np.tanh(inputs[:, 0]), rng.standard_normal((50, 8))


def test_it_starts_at_zero():
    inputs, labels, fresh = problem()
    network = lazy_descent(inputs, labels, 40, 0.01, 0.1, 0, np.random.default_rng(1))
    assert np.abs(network.predict(fresh)).max() < 1e-12
    assert network.movement == 0


def test_wide_networks_come_close_to_the_kernel_and_move_less():
    inputs, labels, fresh = problem()
    kernel = relu_tangent(inputs, inputs)
    wanted = relu_tangent(fresh, inputs) @ kernel_ridge(kernel, labels, [0.3])[:, 0]
    step = 0.9 / (np.linalg.eigvalsh(kernel)[-1] / 30 + 0.01)
    gaps, movements = [], []
    for width in (100, 6400):
        network = lazy_descent(inputs, labels, width, 0.01, step, 500, np.random.default_rng(2))
        gaps.append(np.linalg.norm(network.predict(fresh) - wanted) / np.linalg.norm(wanted))
        movements.append(network.movement)
    assert gaps[1] < 0.06
    assert gaps[0] > 3 * gaps[1]
    assert movements[0] == pytest.approx(8 * movements[1], rel=0.3)


def test_in_the_mean_field_parameterisation_wide_networks_move_as_much():
    inputs, labels, _ = problem()
    kernel = relu_tangent(inputs, inputs)
    step = 0.9 / (np.linalg.eigvalsh(kernel)[-1] / 30 + 0.01)
    moved = [
        lazy_descent(inputs, labels, width, 0.01, step, 200, np.random.default_rng(2), 1.0).movement
        for width in (400, 3200)
    ]
    assert moved[0] == pytest.approx(moved[1], rel=0.15)


def test_both_scales_start_with_one_step_of_the_function():
    """The output of width^-power, and the step longer by width^(2 power - 1)."""
    inputs, labels, fresh = problem()
    first, second = (
        lazy_descent(inputs, labels, 400, 0.0, 1e-4, 1, np.random.default_rng(3), power)
        for power in (0.5, 1.0)
    )
    assert first.predict(fresh) == pytest.approx(second.predict(fresh), rel=0.05, abs=1e-7)
    assert first.movement_with_biases > 0
