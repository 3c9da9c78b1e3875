"""Ridge regression after a step of any size: limits, identities, and a simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from feature_learning.data.links import Link
from feature_learning.networks.activations import ERF, RELU
from feature_learning.papers.ba2022.model import target
from feature_learning.papers.ba2022.one_step import risk
from feature_learning.theory.giant_step_neurons import NetworkStep, gauss, neurons_after
from feature_learning.theory.giant_step_ridge import Labels, _Regression, ridge_after_step
from feature_learning.theory.step_bulk import Bulk, gradient_bulk, gradient_norm, label_power

LINK = target("erf", 0.1)
D, WIDTH, RIDGE = 512, 1024, 1e-3


def after(constant: float, psi1: float, *, ridge: float = RIDGE, **changed):
    step = NetworkStep(constant * math.sqrt(WIDTH), 1 / psi1, WIDTH, **changed)
    return ridge_after_step(ERF, LINK, step, D, psi1 * D, [ridge])[0]


@pytest.mark.parametrize("eta", [0.0, 4.0])
@pytest.mark.parametrize("psi1", [0.5, 2.0, 8.0])
def test_steps_of_order_one_in_large_networks_are_those_of_the_closed_form(eta, psi1):
    d = 10**6
    step = NetworkStep(eta, 1 / psi1, 2 * d)
    found = ridge_after_step(ERF, LINK, step, d, psi1 * d, [RIDGE])[0].test
    assert found == pytest.approx(risk(ERF, LINK, psi1, 2.0, RIDGE, eta), rel=2e-3)


def test_a_ridge_without_end_predicts_zero():
    found = after(1.0, 4.0, ridge=1e8)
    assert found.test == pytest.approx(LINK.square_norm, rel=1e-4)
    assert found.train == pytest.approx(label_power(LINK), rel=1e-4)


def test_more_samples_of_the_regression_go_down_to_the_floor():
    step = NetworkStep(math.sqrt(WIDTH), 1 / 8, WIDTH)
    many = [ridge_after_step(ERF, LINK, step, D, psi1 * D, [RIDGE])[0] for psi1 in (8, 128, 2**15)]
    assert many[0].test > many[1].test > many[2].test
    assert many[2].test == pytest.approx(many[2].floor, rel=1e-3)


def test_an_odd_student_never_learns_what_is_even():
    both = Link.orthonormal(0.0, math.sqrt(0.5), math.sqrt(0.5), noise_variance=0.01)
    step = NetworkStep(3 * math.sqrt(WIDTH), 1 / 32, WIDTH)
    assert ridge_after_step(ERF, both, step, D, 32 * D, [RIDGE])[0].test > 0.5


@pytest.mark.parametrize("spectrum", [False, True])
def test_the_kernel_of_variances_is_symmetric(spectrum):
    """Its parts are not: an error in one of the equations shows here."""
    phi = 0.5
    bulk = gradient_bulk(LINK, phi) if spectrum else Bulk.isotropic(phi * label_power(LINK))
    k, p = gauss(16)
    step = NetworkStep(3 * math.sqrt(WIDTH), phi, WIDTH)
    neurons = neurons_after(ERF, LINK, step, bulk, k, 24)
    kernel = _Regression(neurons, bulk, p, D, WIDTH, D / phi, RIDGE).kernel()
    assert kernel == pytest.approx(kernel.T, rel=1e-6, abs=1e-9 * np.abs(kernel).max())


def test_check_values_of_separate_code():
    """c = 1 and 3, n/d = 8 and 4, a multiple of the identity as the noise of the step."""
    found = after(1.0, 8.0)
    assert found.test == pytest.approx(0.03087, rel=2e-3)
    assert found.train == pytest.approx(0.02321, rel=2e-3)
    assert found.floor == pytest.approx(0.02093, rel=2e-3)
    assert after(3.0, 4.0).test == pytest.approx(0.0615, rel=5e-3)


def test_groups_of_the_noise_have_the_moments_of_its_law():
    """Mean ``phi E y^2``, mean square ``phi^2 ((E y^2)^2 + phi E y^4)``, and the transforms
    ``E z/(z + B)`` of the generalised Marchenko-Pastur law, over the dimensions and along b.
    """
    bulk, phi = gradient_bulk(LINK, 0.5), 0.5
    assert bulk.shares @ bulk.values == pytest.approx(phi * label_power(LINK))
    assert bulk.shares @ bulk.values**2 == pytest.approx(0.102, rel=0.03)
    for z, transform, along in ((0.3, 0.637, 0.721), (2.0, 0.902, 0.930)):
        assert bulk.shares @ (z / (z + bulk.values)) == pytest.approx(transform, rel=0.02)
        assert bulk.along @ (z / (z + bulk.values)) == pytest.approx(along, rel=0.02)


def test_moments_of_labels_add_up():
    k, p = gauss(24)
    labels = Labels.given(LINK, LINK.linear / gradient_norm(LINK, 0.25), k)
    power = p @ (labels.mean**2 + labels.along**2 + labels.rest)
    assert power == pytest.approx(label_power(LINK), rel=1e-6)


@pytest.mark.slow
def test_a_relu_student_follows_the_prediction():
    d, width, psi1, ridge, seeds = 96, 96, 4.0, 0.01, 24
    link = Link.relu((0.0,), (1.0,)).centred().with_noise(0.01)
    eta, n = math.sqrt(width), round(psi1 * d)
    step = NetworkStep(eta, 1 / psi1, width, drift=False)
    predicted = ridge_after_step(RELU, link, step, d, n, [ridge])[0].test
    found = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        weights = rng.standard_normal((width, d)) / math.sqrt(d)
        second = rng.standard_normal(width) / math.sqrt(width)
        inputs = rng.standard_normal((n, d))
        labels = link.labels(inputs[:, 0], rng)
        gradient = (RELU.derivative(inputs @ weights.T) * labels[:, None]).T @ inputs / n
        weights = weights + eta * second[:, None] * gradient
        fresh, new = rng.standard_normal((n, d)), rng.standard_normal((4000, d))
        features, values = RELU(fresh @ weights.T), link.labels(fresh[:, 0], rng)
        matrix = features.T @ features / n + ridge * np.eye(width)
        readout = np.linalg.solve(matrix, features.T @ values / n)
        found.append(np.mean((RELU(new @ weights.T) @ readout - link(new[:, 0])) ** 2))
    assert np.mean(found) == pytest.approx(predicted, rel=0.1)
