"""One and several giant steps in theory: known digits, and simulations in high dimension."""

import math

import numpy as np
import pytest

from feature_learning.core.device import device
from feature_learning.data.covariates import GaussianBatch, orthonormal
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import RELU, threshold_relu
from feature_learning.networks.initialisation import first_layer, mirrored
from feature_learning.papers.dandi2023.targets import TARGETS
from feature_learning.theory.conditional_gaussian import conditional_moments
from feature_learning.theory.one_giant_step import (
    gradient_cosine,
    leap_alignment,
    leap_constant,
    weight_cosine,
)
from feature_learning.theory.order_parameters import giant_steps
from feature_learning.training.streamed_step import Student, streamed_gradient, streamed_steps

CPU = device("cpu")


def recursion(
    name: str,
    alpha: float,
    step: float,
    steps: int,
    half: np.ndarray,
    activation=RELU,
    count: int = 200000,
):
    target = TARGETS[name]
    second = np.concatenate([half, -half])
    rng = np.random.default_rng(3)
    return list(
        giant_steps(
            target, second, activation, alpha=alpha, step=step, steps=steps, count=count, rng=rng
        )
    )


@pytest.mark.parametrize(
    ("name", "square", "power", "alpha", "gradient", "weight"),
    [
        ("notebook-1", 4.25, 5.0, 1.0, 0.54612, 0.52791),
        ("notebook-2", 0.5, 1.5, 1.0, 0.37796, 0.33333),
        ("example-1", 2.0, 6.0, 1.0, 0.37796, 0.36515),
        ("example-1", 2.0, 6.0, 4.0, 0.63246, 0.57735),
    ],
)
def test_one_step_known_digits(name, square, power, alpha, gradient, weight):
    target = TARGETS[name]
    v = float(np.linalg.norm(target.linear()))
    assert v**2 == pytest.approx(square)
    assert target.square_norm == pytest.approx(power)
    assert round(gradient_cosine(RELU, v, power, alpha), 5) == gradient
    assert round(weight_cosine(RELU, v, power, alpha, 2.0), 5) == weight
    assert weight_cosine(RELU, v, power, alpha, -2.0) == -weight_cosine(RELU, v, power, alpha, 2.0)


def test_the_notebook_s_points():
    for name, point in (("notebook-1", (0.530, 0.132)), ("notebook-2", (0.267, 0.267))):
        target = TARGETS[name]
        v = target.linear()
        cosine = gradient_cosine(RELU, float(np.linalg.norm(v)), target.square_norm, 1.0)
        assert (cosine * v / np.linalg.norm(v)).round(3).tolist() == list(point)


def gaussian_batch(n: int, d: int, key: int) -> GaussianBatch:
    return GaussianBatch(n, d, lambda chunk: np.random.default_rng([5, key, chunk]))


def test_one_step_is_what_a_simulation_finds():
    d, rng = 800, np.random.default_rng(0)
    target = TARGETS["example-1"]
    found = []
    for seed in range(4):
        teacher = orthonormal(2, d, rng)
        first = first_layer(20, d, "sphere", rng)
        g = streamed_gradient(
            gaussian_batch(4 * d, d, seed),
            Student(first, lambda x, w=teacher: target(x @ w.T), RELU),
            CPU,
        )
        line = teacher.sum(axis=0) / math.sqrt(2)
        found.append(
            [(rows @ line / np.linalg.norm(rows, axis=1)).mean() for rows in (g, first + 2 * g)]
        )
    assert np.mean(found, axis=0) == pytest.approx([0.63246, 0.57735], abs=0.03)


@pytest.mark.parametrize(
    ("leap", "activation", "constant", "one", "four"),
    [
        (1, RELU, 0.5, 0.3333, 0.6667),
        (2, RELU, 0.63662, 0.2762, 0.4926),
        (3, threshold_relu(1.0), 0.55356, 0.2640, 0.4051),
    ],
)
def test_leaps_known_digits(leap, activation, constant, one, four):
    found = leap_constant(activation, leap, math.sqrt(math.factorial(leap)), 1.0)
    assert round(found, 5) == constant
    assert round(leap_alignment(found, leap, 1.0), 4) == one
    assert round(leap_alignment(found, leap, 4.0), 4) == four
    g = np.random.default_rng(0).standard_normal(1_000_000)
    signal = found * g ** (2 * (leap - 1))
    assert leap_alignment(found, leap, 1.0) == pytest.approx(
        (signal / (1 + signal)).mean(), abs=2e-3
    )


def test_leap_two_in_closed_form():
    """``E[S/(1+S)]`` of ``S = c G^2`` is ``1 - sqrt(pi/2c) e^{1/2c} erfc(1/sqrt(2c))``."""
    c = 2 / math.pi
    assert leap_alignment(c, 2, 1.0) == pytest.approx(
        1 - math.pi / 2 * math.exp(math.pi / 4) * math.erfc(math.sqrt(math.pi) / 2), rel=1e-12
    )


def test_leap_two_is_what_a_simulation_finds():
    d, rng = 128, np.random.default_rng(1)
    target, found = HermiteTarget({(2,): 1 / math.sqrt(2)}), []
    for seed in range(4):
        teacher, first = orthonormal(1, d, rng), first_layer(200, d, "sphere", rng)
        g = streamed_gradient(
            gaussian_batch(d**2, d, 10 + seed),
            Student(first, lambda x, w=teacher: target(x @ w.T), RELU),
            CPU,
        )
        found.append(((g @ teacher[0]) ** 2 / (g**2).sum(axis=1)).mean() - 1 / d)
    assert np.mean(found) == pytest.approx(0.2766, abs=0.03)


def test_activation_digits():
    assert [round(RELU.moment(k) * math.sqrt(2 * math.pi), 6) for k in (0, 2, 3, 4)] == [
        1,
        1,
        0,
        -1,
    ]
    assert RELU.moment(1) == pytest.approx(0.5)
    assert RELU.slope_power == pytest.approx(0.5)
    shifted = threshold_relu(1.0)
    assert [round(shifted.moment(k), 5) for k in range(1, 5)] == [0.15866, 0.24197, 0.24197, 0.0]
    assert round(shifted.slope_power, 5) == 0.15866


def test_order_parameters_have_their_known_digits():
    one, two = recursion("notebook-2", 1.0, 2.0, 2, np.ones(10))
    assert one.gradient_cosines.mean(axis=0) == pytest.approx([0.2669, 0.2665], abs=4e-3)
    assert one.weight_cosines[:10].mean(axis=0) * math.sqrt(2) == pytest.approx(
        [0.33333, 0.33333], abs=6e-3
    )
    assert two.gradient_cosines[:10].mean(axis=0) == pytest.approx([0.226, 0.033], abs=6e-3)
    _, two, three = recursion("notebook-1", 1.0, 2.0, 3, np.ones(10))
    assert two.gradient_cosines[:10].mean(axis=0) == pytest.approx([0.458, 0.087], abs=6e-3)
    assert two.gradient_cosines[10:].mean(axis=0) == pytest.approx([0.168, 0.084], abs=6e-3)
    assert three.gradient_cosines[:10].mean(axis=0) == pytest.approx([0.334, 0.044], abs=6e-3)


def test_recursion_is_what_a_simulation_finds():
    """Example 1 with readouts of varied size: three steps in d = 800 against the limit."""
    d, half, target, rng = (
        800,
        np.linspace(0.2, 1, 10),
        TARGETS["example-1"],
        np.random.default_rng(2),
    )
    predicted = recursion("example-1", 8.0, 1.0, 3, half)
    teacher = orthonormal(2, d, rng)
    first, second = mirrored(first_layer(10, d, "sphere", rng), half, 20)
    network = Student(first, lambda x: target(x @ teacher.T), RELU, second / 20)
    for (_, _, (moved,)), state in zip(
        streamed_steps(
            lambda time: gaussian_batch(8 * d, d, 20 + time), [network], [second], 3, CPU
        ),
        predicted,
        strict=True,
    ):
        cosines = (
            moved.first_layer @ teacher.T / np.linalg.norm(moved.first_layer, axis=1, keepdims=True)
        )
        # One neuron's cosine fluctuates by d^{-1/2} = 0.035.
        assert np.abs(cosines - state.weight_cosines).max() < 0.15
        assert np.sqrt(((cosines - state.weight_cosines) ** 2).mean()) < 0.06


def test_example_3_has_two_directions_only_with_varied_readouts():
    varied, equal = (
        np.linalg.svd(
            recursion("example-3b", 128.0, 4.0, 2, half)[1].weight_cosines[:, 1:], compute_uv=False
        )
        / math.sqrt(20)
        for half in (np.geomspace(0.05, 3, 10), np.ones(10))
    )
    assert varied == pytest.approx([0.502, 0.052], abs=0.012)
    assert equal[0] == pytest.approx(0.580, abs=0.02)
    assert equal[1] < 0.012
    one = np.linalg.svd(
        recursion("example-3a", 128.0, 4.0, 2, np.geomspace(0.05, 3, 10))[1].weight_cosines[:, 1:],
        compute_uv=False,
    )
    assert one / math.sqrt(20) == pytest.approx([0.568, 0.002], abs=0.01)


@pytest.mark.slow
def test_a_plain_relu_cannot_climb_an_even_term_and_a_shifted_one_climbs_the_staircase():
    half = np.geomspace(0.1, 1.5, 10)
    blind = recursion("even-climb", 64.0, 2.0, 3, half)
    assert max(np.sqrt((state.weight_cosines[:, 1] ** 2).mean()) for state in blind) < 0.01
    seeing = recursion("even-climb", 64.0, 2.0, 3, half, threshold_relu(0.5))
    assert np.sqrt((seeing[-1].weight_cosines[:, 1] ** 2).mean()) > 0.036
    staircase = recursion("stand-in", 64.0, 2.0, 4, half, threshold_relu(0.5), 400000)
    digits = [[0.345, 0.0, 0.0], [0.494, 0.136, 0.0], [0.572, 0.230, 0.01], [0.606, 0.301, 0.01]]
    for state, known in zip(staircase, digits, strict=True):
        assert np.sqrt((state.weight_cosines**2).mean(axis=0)) == pytest.approx(known, abs=0.012)


def test_conditional_moments():
    mean, slope, residual = conditional_moments(np.array(1.0), np.array(1.0))
    assert [round(float(value), 5) for value in (mean, slope, residual)] == [
        1.08332,
        0.84134,
        0.04323,
    ]
    g = np.random.default_rng(0).standard_normal(1_000_000)
    for m, s in ((-0.5, 0.8), (2.0, 1.0), (0.0, 0.3)):
        values = np.maximum(m + s * g, 0)
        first, gradient, rest = (
            float(part) for part in conditional_moments(np.array(m), np.array(s))
        )
        fitted = (values * g).mean() / s
        assert (first, gradient) == pytest.approx((values.mean(), fitted), abs=6e-3)
        assert rest == pytest.approx(values.var() - (fitted * s) ** 2, abs=6e-3)
