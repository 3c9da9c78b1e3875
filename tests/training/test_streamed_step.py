"""The streamed step: the plain gradient, whatever the chunks; float32 where it pays; memory that
does not grow.
"""

import logging
import tracemalloc
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.data.covariates import GaussianBatch, orthonormal
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import (
    RELU,
    SHIFTED_RELU,
    SOFTPLUS,
    Activation,
    threshold_relu,
)
from feature_learning.training.giant_step import first_layer_gradient
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_readout import NormalEquations, refitted
from feature_learning.training.streamed_step import (
    Student,
    streamed_gradient,
    streamed_gradients,
    streamed_steps,
)
from feature_learning.training.visible_part import linear_part, warn_if_unseen, without_linear_part

CPU = device("cpu")
TARGET = HermiteTarget({(1, 0): 1.0, (0, 2): 0.5})


def stream(*key: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(7, spawn_key=key)))


def batch(n: int, d: int, chunk: int = 64, dtype: str = "float64", time: int = 0) -> GaussianBatch:
    return GaussianBatch(n, d, partial(stream, time), dtype, chunk)


def student(
    d: int, width: int, *, with_output: bool = True, activation: Activation = RELU
) -> Student:
    rng = stream(99)
    teacher = orthonormal(2, d, rng)
    first = rng.standard_normal((width, d)) / np.sqrt(d)
    return Student(
        first,
        lambda x: TARGET(x @ teacher.T),
        activation,
        rng.standard_normal(width) / width if with_output else None,
    )


@pytest.mark.parametrize(
    "activation",
    [RELU, threshold_relu(0.5), SHIFTED_RELU, SOFTPLUS],
    ids=lambda activation: activation.name,
)
@pytest.mark.parametrize("with_output", [True, False])
@pytest.mark.parametrize("n", [1, 40, 64, 200])
def test_it_is_the_plain_gradient_for_any_n(n, with_output, activation):
    """Also for n below a chunk and no multiple of it; the plain form holds the factor b_i, g does
    not.
    """
    inputs, network = batch(n, 12), student(12, 8, with_output=with_output, activation=activation)
    x = np.concatenate(list(inputs))
    assert x.shape == (n, 12)
    residuals = network.labels(x) - (
        activation(x @ network.first_layer.T) @ network.readout if with_output else 0
    )
    plain = first_layer_gradient(
        x, x @ network.first_layer.T, residuals, np.ones(8), activation, np
    )
    assert streamed_gradient(inputs, network, CPU) == pytest.approx(plain, abs=1e-13)


def test_a_batch_read_twice_is_the_same_batch():
    assert all(np.array_equal(a, b) for a, b in zip(batch(150, 3), batch(150, 3), strict=True))


def test_float32_agrees_with_float64():
    double, single = (
        streamed_gradient(batch(20000, 64, 4096, dtype), student(64, 128), CPU)
        for dtype in ("float64", "float32")
    )
    assert np.linalg.norm(single - double) < 1e-4 * np.linalg.norm(double)


def test_checkpoints_are_smaller_batches():
    inputs, network = batch(200, 6), student(6, 4)
    found = {
        n: gradients[0]
        for n, gradients in streamed_gradients(inputs, [network], CPU, [10, 64, 130])
    }
    assert list(found) == [10, 64, 130, 200]
    x = np.concatenate(list(inputs))
    for n, gradient in found.items():
        part = x[:n]
        residuals = network.labels(part) - RELU(part @ network.first_layer.T) @ network.readout
        assert gradient == pytest.approx(
            first_layer_gradient(
                part, part @ network.first_layer.T, residuals, np.ones(4), RELU, np
            )
        )
    with pytest.raises(UserError, match="outside a batch of 200"):
        list(streamed_gradients(inputs, [network], CPU, [300]))


@pytest.mark.parametrize("reuse", [False, True])
def test_steps_follow_the_gradients_of_their_batches(reuse):
    network, push = student(6, 4), np.array([1.0, -2.0, 0.5, 3.0])

    def batches(time: int) -> GaussianBatch:
        return batch(100, 6, time=0 if reuse else time)

    (_, (first,), (one,)), (_, (second,), (two,)) = streamed_steps(
        batches, [network], [push], 2, CPU
    )
    assert one.first_layer == pytest.approx(network.first_layer + push[:, None] * first)
    assert second == pytest.approx(streamed_gradient(batches(2), one, CPU))
    assert two.first_layer == pytest.approx(one.first_layer + push[:, None] * second)


def test_preprocessing_removes_the_batch_s_mean_and_linear_part():
    inputs, network = batch(500, 5), student(5, 4)
    x = np.concatenate(list(inputs))
    y = network.labels(x)
    constant, slope = linear_part(inputs, network.labels)
    assert constant == pytest.approx(y.mean())
    assert slope == pytest.approx(y @ x / 500)
    assert without_linear_part(network.labels, constant, slope)(x) == pytest.approx(
        y - y.mean() - x @ slope
    )


def test_memory_does_not_grow_with_the_batch():
    peaks = []
    for n in (20000, 200000):
        tracemalloc.start()
        streamed_gradient(batch(n, 32, 1024, "float32"), student(32, 16), CPU)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.1 * peaks[0]
    assert peaks[1] < 200000 * 32 * 4 / 4


@pytest.mark.parametrize("n", [30, 200])
def test_streamed_readout_is_ridge_regression(n):
    """Dual with n below the width, primal above; narrower networks from the same sums."""
    inputs, network = batch(n, 10), student(10, 50)
    x = np.concatenate(list(inputs))
    features, labels = RELU(x @ network.first_layer.T), network.labels(x)
    equations = NormalEquations(n, 50)
    for part in inputs:
        equations.add(RELU(part @ network.first_layer.T), network.labels(part))
    assert equations.solve(0.3) == pytest.approx(ridge(features, labels, 0.3), abs=1e-10)
    # solving leaves the sums alone
    assert equations.solve(0.3) == pytest.approx(ridge(features, labels, 0.3), abs=1e-10)
    assert equations.solve(0.3, 20) == pytest.approx(
        ridge(features[:, :20], labels, 0.3), abs=1e-10
    )


@pytest.mark.parametrize("n", [30, 200])
def test_students_are_refitted_each_to_its_labels(n):
    """With layers and labels shared and their own, activations of both kinds, and one in fewer
    coordinates than the inputs.
    """
    inputs = batch(n, 10)
    one, other = student(10, 50), student(10, 50, activation=SOFTPLUS)
    few = replace(one, first_layer=one.first_layer[:, :7].copy())
    students = [
        one,
        replace(one, labels=lambda x: x[:, 0]),
        replace(other, first_layer=one.first_layer),
        few,
    ]
    learned = refitted(inputs, students, 0.3)
    x = np.concatenate(list(inputs))
    for before, after in zip(students, learned, strict=True):
        d = before.first_layer.shape[1]
        features = before.activation(x[:, :d] @ before.first_layer.T)
        assert after.readout == pytest.approx(ridge(features, before.labels(x), 0.3), abs=1e-10)


class FewBits(GaussianBatch):
    """Inputs rounded to eighths: features are exact in single precision on any processor, so only
    what follows rounds.
    """

    def __iter__(self):
        return (np.round(8 * part) / 8 for part in super().__iter__())


def test_normal_equations_in_double_precision_hold_more_digits_than_those_in_single():
    inputs, network = FewBits(200, 10, partial(stream, 0)), student(10, 12)
    network = replace(network, first_layer=np.round(16 * network.first_layer) / 16)
    single, double = (
        refitted(inputs, [network], 1e-3, dtype)[0].readout for dtype in (None, "float64")
    )
    assert (single.dtype, double.dtype) == (np.float32, np.float64)
    x = np.concatenate(list(inputs))
    expected = ridge(
        RELU(x @ network.first_layer.T.astype(np.float32)).astype(float), network.labels(x), 1e-3
    )
    assert np.abs(double - expected).max() < 1e-10 < np.abs(single - expected).max()


def test_what_cannot_be_fitted_is_refused():
    equations = NormalEquations(10, 3)
    equations.add(np.ones((4, 3)), np.ones(4))
    with pytest.raises(UserError, match="4 of 10 rows"):
        equations.solve(1.0)
    equations.add(np.ones((6, 3)), np.ones(6))
    with pytest.raises(UserError, match="positive penalty, not 0"):
        equations.solve(0.0)
    with pytest.raises(UserError, match="width = 5 is larger than the number of features, 3"):
        equations.solve(1.0, 5)
    with pytest.raises(UserError, match="n = 0"):
        batch(0, 3)


def test_a_leap_that_the_activation_cannot_see_is_said_so(caplog):
    cubic = HermiteTarget({(3,): 1.0})
    with caplog.at_level(logging.WARNING):
        assert warn_if_unseen(cubic, RELU)
    assert "relu has no Hermite component of degree 3 (mu_3 = 0)" in caplog.text
    caplog.clear()
    assert not warn_if_unseen(cubic, threshold_relu(1.0))
    assert not warn_if_unseen(HermiteTarget({(1,): 1.0, (3,): 1.0}), RELU)
    assert not caplog.text


def test_directions_are_orthonormal():
    found = orthonormal(3, 20, stream(1))
    assert found @ found.T == pytest.approx(np.eye(3), abs=1e-14)
