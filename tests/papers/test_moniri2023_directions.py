"""Moniri et al.: the learned quadratic form, the strength of a spike, and a constant feature."""

import numpy as np
import pytest

from feature_learning.core.device import device
from feature_learning.data.links import Link
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.experiments.intercept import with_intercept
from feature_learning.papers.moniri2023.experiments.spike_strength import _orthogonal, _strengths
from feature_learning.papers.moniri2023.fits import Model
from feature_learning.papers.moniri2023.population import learned_quadratic, neurons, quadratic_form

CPU = device("cpu")
CUBIC = activation("monic_0_0.5_0.2_0.1")


def test_the_quadratic_form_is_that_of_every_direction_of_the_span():
    rng = np.random.default_rng(1)
    rows, readout = rng.standard_normal((12, 6)), rng.standard_normal(12)
    frame = np.linalg.qr(rng.standard_normal((6, 3)))[0]
    form = quadratic_form(CUBIC, rows, readout, frame)
    for _ in range(3):
        along = rng.standard_normal(3)
        along /= np.linalg.norm(along)
        learned = learned_quadratic(CUBIC, rows, readout, frame @ along, Link.monic(0, 1))
        assert along @ form @ along == pytest.approx(learned / np.sqrt(2))


def test_a_target_of_its_own_form_is_learned():
    # One neuron per direction: b_k H_2(z_k) is 5 b_k times the quadratic part of 0.2 H_2.
    b, frame = np.array([0.2, 0.4, 0.6]), np.eye(6)[:, :3]
    form = quadratic_form(CUBIC, frame.T, 5 * b, frame)
    assert form == pytest.approx(np.diag(b))


def test_an_exact_spike_has_the_strength_one():
    rng = np.random.default_rng(2)
    u, second, eta = rng.standard_normal(80), rng.standard_normal(40), 3.0
    c = CUBIC.hermite
    spikes = sum(
        float(c[k]) * (float(c[1]) * eta) ** k * np.outer(u**k, second**k) for k in (1, 2, 3)
    )
    found = _strengths(CUBIC, eta, spikes, _orthogonal(u), _orthogonal(second), CPU)
    assert found[-1] == pytest.approx(1.0)


def test_a_constant_feature_carries_the_mean():
    rng = np.random.default_rng(3)
    rows, inputs = rng.standard_normal((7, 5)), rng.standard_normal((9, 5))
    plain = Model(
        lambda eta: CUBIC(inputs @ rows.T),
        inputs[:, 0],
        lambda eta: neurons(CUBIC, rows, np.eye(5)[0]),
    )
    model, link = with_intercept(plain, CPU), Link.monic(0, 1, 0.5)
    features, readout = model.features(0.0), rng.standard_normal(8)
    assert features.shape == (9, 8)
    own, whole = plain.population(0.0), model.population(0.0)
    # E (y - f - c)^2 = E (y - f)^2 - 2 c E(y - f) + c^2 with E y = 0
    constant = float(readout[-1] * features[0, -1])
    mean = float(readout[:-1] @ own.hermite[:, 0])
    expected = own.test_error(readout[:-1], link) + 2 * constant * mean + constant**2
    assert whole.test_error(readout, link) == pytest.approx(expected)
