"""One gradient step on the first layer, against finite differences of the loss and against
automatic differentiation.
"""

import numpy as np
import pytest

from feature_learning.networks.activations import ACTIVATIONS, SHIFTED_RELU
from feature_learning.training.giant_step import (
    first_layer_gradient,
    rank_one_part,
    streamed_gradient,
)

N, D, WIDTH = 23, 5, 7


@pytest.fixture
def network():
    rng = np.random.default_rng(0)
    return {
        "inputs": rng.standard_normal((N, D)),
        "labels": rng.standard_normal(N),
        "first": rng.standard_normal((WIDTH, D)),
        "second": rng.standard_normal(WIDTH),
    }


def gradient(network, activation, keep=True):
    preactivations = network["inputs"] @ network["first"].T
    residuals = network["labels"] - (
        activation(preactivations) @ network["second"] if keep else 0.0
    )
    return first_layer_gradient(
        network["inputs"], preactivations, residuals, network["second"], activation, np
    )


@pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=ACTIVATIONS)
def test_gradient_is_minus_the_slope_of_the_loss(network, activation):
    """Every entry by central differences of ``(1/2n) ||y - f(X)||^2``; no pre-activation lies near
    the kink.
    """
    preactivations = network["inputs"] @ network["first"].T
    assert np.abs(preactivations).min() > 1e-4

    def loss(first):
        return np.sum(
            (network["labels"] - activation(network["inputs"] @ first.T) @ network["second"]) ** 2
        ) / (2 * N)

    found = gradient(network, activation)
    assert found.shape == (WIDTH, D)
    for index in np.ndindex(found.shape):
        step = np.zeros_like(found)
        step[index] = 1e-6
        slope = (loss(network["first"] + step) - loss(network["first"] - step)) / 2e-6
        assert -found[index] == pytest.approx(slope, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=ACTIVATIONS)
def test_gradient_is_that_of_automatic_differentiation(network, activation):
    xp = pytest.importorskip("array_api_compat.torch")
    tensors = {name: xp.asarray(array) for name, array in network.items()}
    first = tensors["first"].requires_grad_()
    output = activation(tensors["inputs"] @ first.T, xp) @ tensors["second"]
    (((tensors["labels"] - output) ** 2).sum() / (2 * N)).backward()
    assert gradient(network, activation) == pytest.approx(-first.grad.numpy(), rel=1e-12, abs=1e-13)


def test_the_dropped_interaction_is_the_gradient_of_the_correlation(network):
    """With the labels for residuals the loss is ``-(1/n) y^T f(X)``; the difference to the full
    gradient is f's own part.
    """

    def correlation(first):
        return network["labels"] @ SHIFTED_RELU(network["inputs"] @ first.T) @ network["second"] / N

    found = gradient(network, SHIFTED_RELU, keep=False)
    for index in [(0, 0), (3, 2), (6, 4)]:
        step = np.zeros_like(found)
        step[index] = 1e-6
        slope = (correlation(network["first"] + step) - correlation(network["first"] - step)) / 2e-6
        assert found[index] == pytest.approx(slope, rel=1e-6, abs=1e-8)
    assert np.abs(found - gradient(network, SHIFTED_RELU)).max() > 0.1


def test_inputs_are_left_alone(network):
    """The gradient works in place on its own arrays only."""
    before = {name: array.copy() for name, array in network.items()}
    preactivations = network["inputs"] @ network["first"].T
    kept = preactivations.copy()
    first_layer_gradient(
        network["inputs"], preactivations, network["labels"], network["second"], SHIFTED_RELU, np
    )
    assert np.array_equal(preactivations, kept)
    assert all(np.array_equal(network[name], before[name]) for name in network)


def test_rank_one_part(network):
    found = rank_one_part(network["inputs"], network["labels"], network["second"], 0.5)
    expected = 0.5 * np.outer(network["second"], network["inputs"].T @ network["labels"] / N)
    assert found == pytest.approx(expected)
    assert np.linalg.matrix_rank(found) == 1


def test_rank_one_part_is_the_leading_part_of_a_large_gradient():
    rng, n = np.random.default_rng(1), 4000
    inputs, first = rng.standard_normal((n, 40)), rng.standard_normal((60, 40)) / np.sqrt(40)
    labels, second = inputs[:, 0], rng.standard_normal(60) / np.sqrt(60)
    full = first_layer_gradient(inputs, inputs @ first.T, labels, second, SHIFTED_RELU, np)
    leading = rank_one_part(inputs, labels, second, float(SHIFTED_RELU.hermite[1]))
    assert np.linalg.norm(full - leading, 2) < 0.35 * np.linalg.norm(leading, 2)


def test_the_streamed_gradient_is_that_of_all_data_at_once(network):
    inputs, labels, first, second = (
        network[name] for name in ("inputs", "labels", "first", "second")
    )
    batches = [(inputs[:10], labels[:10]), (inputs[10:], labels[10:])]
    found = streamed_gradient(iter(batches), first, second, SHIFTED_RELU, np)
    assert found == pytest.approx(gradient(network, SHIFTED_RELU), abs=1e-14)
    # A prefactor on the output scales the network's own gradient, too; that factor is left to the
    # step size.
    scaled = streamed_gradient(iter(batches), first, second, SHIFTED_RELU, np, prefactor=0.5)
    assert scaled == pytest.approx(
        2 * gradient({**network, "second": second / 2}, SHIFTED_RELU), abs=1e-14
    )


def test_biases_shift_the_preactivations_and_are_left_as_they_are(network):
    """Biases are weights of an input that is always one, whose own step is dropped."""
    biases = np.linspace(-1, 1, WIDTH)
    batches = [(network["inputs"], network["labels"])]
    found = streamed_gradient(
        batches, network["first"], network["second"], SHIFTED_RELU, np, biases=biases
    )
    wider = {
        **network,
        "inputs": np.column_stack([network["inputs"], np.ones(N)]),
        "first": np.column_stack([network["first"], biases]),
    }
    assert found == pytest.approx(gradient(wider, SHIFTED_RELU)[:, :D], abs=1e-14)
