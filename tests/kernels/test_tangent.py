"""The tangent kernel: values, wide random networks, and what biases are for."""

import numpy as np
import pytest

from feature_learning.kernels.tangent import relu_tangent


def test_values():
    first, second = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[0.0, 1.0], [2.0, -1.0]])
    assert relu_tangent(first, second).round(6).tolist() == [
        [0.910220, 1.853430],
        [1.387832, 1.384683],
    ]


@pytest.mark.parametrize("bias", [True, False])
def test_it_is_the_gradients_product_in_a_wide_network(bias):
    """``E[relu(u) relu(v)] + <x, y> P(u > 0, v > 0)`` over weights N(0, I/d) and biases N(0, 1)."""
    rng = np.random.default_rng(0)
    d, width = 4, 400_000
    x, y = rng.standard_normal((3, d)), rng.standard_normal((2, d))
    weights, biases = (
        rng.standard_normal((width, d)) / np.sqrt(d),
        float(bias) * rng.standard_normal(width),
    )
    u, v = x @ weights.T + biases, y @ weights.T + biases
    both = (u > 0).astype(float) @ (v > 0).T / width
    expected = np.maximum(u, 0) @ np.maximum(v, 0).T / width + (x @ y.T / d + float(bias)) * both
    assert relu_tangent(x, y, bias=bias) == pytest.approx(expected, abs=0.015)


def test_it_is_a_kernel():
    x = np.random.default_rng(1).standard_normal((60, 5))
    gram = relu_tangent(x, x)
    assert np.allclose(gram, gram.T, atol=1e-14)
    assert np.linalg.eigvalsh(gram)[0] > 0


def test_equal_and_opposite_inputs_stay_finite():
    x = np.array([[1.0, 2.0]])
    assert relu_tangent(x, x).item() == pytest.approx(3.5)
    assert relu_tangent(x, -x, bias=False).item() == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize(("bias", "linear"), [(False, True), (True, False)])
def test_on_the_sphere_only_biases_make_odd_components_beyond_the_linear(bias, linear):
    angles = np.linspace(0.1, 3.0, 12)
    circle = np.sqrt(2) * np.column_stack([np.cos(angles), np.sin(angles)])
    pole = np.array([[np.sqrt(2), 0.0]])
    odd = relu_tangent(circle, pole, bias=bias) - relu_tangent(-circle, pole, bias=bias)
    rest = odd[:, 0] - np.cos(angles) * float(
        odd[:, 0] @ np.cos(angles) / np.sum(np.cos(angles) ** 2)
    )
    assert bool(np.abs(rest).max() < 1e-12) == linear
