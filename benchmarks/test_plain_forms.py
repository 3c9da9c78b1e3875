"""Kernels without a required speed against plain forms with the same result; both run in turns."""

import time
from functools import partial

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import RELU
from feature_learning.theory.double_descent import chi
from feature_learning.training.projected_flow import arc_length_flow
from feature_learning.training.second_layer import ridge, ridge_path
from feature_learning.training.single_neuron import neuron_gradient

RNG = np.random.default_rng(0)


def measured(benchmark, form, plain, rounds=7):
    """Time both and return their results."""
    times = np.empty((rounds, 2))
    for row in times:
        for position, call in enumerate((form, plain)):
            start = time.perf_counter()
            call()
            row[position] = time.perf_counter() - start
    ratio = times[:, 1].min() / times[:, 0].min()
    benchmark.extra_info["times as fast as the plain form"] = round(ratio, 2)
    benchmark.pedantic(form, rounds=3)
    print(
        f"\n{1e3 * times[:, 0].min():.2f} ms, plain {1e3 * times[:, 1].min():.2f} ms: {ratio:.1f} "
        "times as fast"
    )
    return form(), plain()


def test_flow_on_the_sphere_many_neurons_at_once(benchmark):
    """The plain form: one neuron at a time, in double precision."""
    n, d, neurons, lengths = 8192, 128, 16, [0.05] * 5
    inputs = RNG.standard_normal((n, d))
    labels, start = inputs[:, 0] ** 2 - 1, on_sphere(RNG.standard_normal((neurons, d)))
    together = partial(
        arc_length_flow, start, neuron_gradient(inputs.astype(np.float32), labels, 0.0), lengths
    )
    gradient = neuron_gradient(inputs, labels, 0.0)
    found, expected = measured(
        benchmark,
        together,
        lambda: np.vstack([arc_length_flow(w[None], gradient, lengths) for w in start]),
    )
    assert found == pytest.approx(expected, abs=1e-4)


def test_ridge_path(benchmark):
    """The plain form: one linear system per ridge."""
    features, labels, penalties = (
        RNG.standard_normal((4096, 400)),
        RNG.standard_normal(4096),
        list(np.geomspace(0.1, 1e3, 30)),
    )
    path = partial(ridge_path, features, labels, penalties)
    found, expected = measured(
        benchmark,
        path,
        lambda: np.stack([ridge(features, labels, one) for one in penalties], axis=1),
    )
    assert found == pytest.approx(expected, abs=1e-8)


def test_random_features_curve(benchmark):
    """The plain form: damped fixed-point iteration of the resolvent's two equations, one point at a
    time.
    """
    points, psi2, lam = np.geomspace(0.5, 20, 40), 3.0, 0.01

    def plain() -> np.ndarray:
        return np.array([_iterated(float(psi1), psi2, lam) for psi1 in points])

    found, expected = measured(
        benchmark,
        lambda: np.array([chi(RELU, float(psi1), psi2, lam) for psi1 in points]),
        plain,
        rounds=3,
    )
    assert found == pytest.approx(expected, rel=1e-6)


def _iterated(psi1: float, psi2: float, lam: float) -> float:
    """chi = nu1 nu2 at xi = i sqrt(psi1 psi2 lambda), in units of the activation's nonlinear part
    (Mei and Montanari 2019).
    """
    star, zeta2 = RELU.nonlinear**2, (float(RELU.hermite[1]) / RELU.nonlinear) ** 2
    xi = 1j * np.sqrt(psi1 * psi2 * lam / star)
    one, two = 1j, 1j
    for _ in range(100_000):
        pull = zeta2 / (1 - zeta2 * one * two)
        fresh = (psi1 / (-xi - two - two * pull), psi2 / (-xi - one - one * pull))
        if max(abs(fresh[0] - one), abs(fresh[1] - two)) < 1e-13:
            break
        one, two = 0.5 * (one + fresh[0]), 0.5 * (two + fresh[1])
    return float((one * two).real)
