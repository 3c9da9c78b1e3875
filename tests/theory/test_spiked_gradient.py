"""Alignment of the first gradient with the spike: digits, limits, simulation."""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.links import Link
from feature_learning.networks.activations import PIECEWISE_LINEAR, RELU, TANH, threshold_relu
from feature_learning.theory import spiked_gradient
from feature_learning.theory.spiked_gradient import gradient_alignments, slopes


def gradient_alignment(link, d, strength, n_over_d, activation=RELU):
    (found,) = gradient_alignments([link], d, strength, n_over_d, activation)
    return found


LINKS = {
    k: Link.monic(*[0.0] * k, 1 / math.sqrt(math.factorial(k)), noise_variance=0.01)
    for k in (1, 2, 3)
}


def test_digits():
    """The fifth digit of the alignment, .36165 by averaging over eta numerically, is .36163 in
    closed form.
    """
    alignment, share = gradient_alignment(LINKS[2], 256, 16.0, 2.0)
    assert alignment == pytest.approx(0.36165, abs=3e-5)
    assert share == pytest.approx(0.75664, abs=2e-5)


@pytest.mark.parametrize(
    ("gamma", "alignments", "share"),
    [(0.5, (0.896, 0.362, 0.241), 0.757), (0.8, (0.974, 0.748, 0.511), 0.968)],
)
def test_digits_by_degree(gamma, alignments, share):
    found = [gradient_alignment(LINKS[k], 256, 256**gamma, 2.0) for k in (1, 2, 3)]
    assert [alignment for alignment, _ in found] == pytest.approx(alignments, abs=1.1e-3)
    assert found[1][1] == pytest.approx(share, abs=1.1e-3)


def test_the_quadrature_has_settled(monkeypatch):
    coarse = [
        gradient_alignment(LINKS[k], d, theta, 2.0)
        for k in (1, 2, 3)
        for d, theta in ((64, 8.0), (512, 200.0))
    ]
    monkeypatch.setattr(spiked_gradient, "_NODES", (60, 80))
    monkeypatch.setattr(spiked_gradient, "_PANEL", 12)
    fine = [
        gradient_alignment(LINKS[k], d, theta, 2.0)
        for k in (1, 2, 3)
        for d, theta in ((64, 8.0), (512, 200.0))
    ]
    assert np.array(coarse) == pytest.approx(np.array(fine), abs=2e-4)


def test_the_share_of_a_gaussian_is_its_average():
    eta = np.random.default_rng(0).standard_normal(400_000)
    for mean, deviation, rest in ((0.3, 1.0, 0.5), (0.0, 0.2, 2.0), (3.0, 0.0, 1.0)):
        q = (mean + deviation * eta) ** 2
        found = spiked_gradient._share(np.array(mean), np.array(deviation), np.array(rest))
        assert float(found) == pytest.approx((q / (q + rest)).mean(), abs=2e-3)


@pytest.mark.parametrize(
    ("k", "activation"), [(1, RELU), (2, RELU), (1, TANH), (2, TANH), (2, threshold_relu(0.5))]
)
def test_it_predicts_a_simulation(k, activation):
    d, theta, width, rng = 128, 10.0, 60, np.random.default_rng(k)
    found = []
    for _ in range(24):
        rows, weights, biases = (
            rng.standard_normal((2 * d, d)),
            rng.standard_normal((width, d)) / math.sqrt(d),
            rng.standard_normal(width),
        )
        labels = LINKS[k](rows[:, 0]) + 0.1 * rng.standard_normal(2 * d)
        rows[:, 0] *= math.sqrt(1 + theta)
        slopes = activation.derivative(rows @ weights.T + biases)
        gradient = ((slopes * labels[:, None]).T @ rows)[slopes.any(axis=0)]
        energy = (gradient**2).sum(axis=1)
        along = gradient[:, 0] ** 2
        found.append(
            [(along / energy).mean(), ((1 + theta) * along / (energy + theta * along)).mean()]
        )
    assert np.mean(found, axis=0) == pytest.approx(
        gradient_alignment(LINKS[k], d, theta, 2.0, activation), abs=0.04
    )


def test_more_spike_turns_more_and_a_negative_one_is_refused():
    alignments = [
        gradient_alignment(LINKS[2], 256, theta, 2.0)[0] for theta in (0.0, 4.0, 16.0, 64.0)
    ]
    assert alignments == sorted(alignments)
    with pytest.raises(UserError, match="theta = -2"):
        gradient_alignment(LINKS[2], 256, -2.0, 2.0)


@pytest.mark.parametrize("activation", [TANH, RELU, threshold_relu(0.5)])
def test_means_of_the_slope(activation):
    h, g = np.array([-1.0, 0.2, 1.5]), np.random.default_rng(3).standard_normal(400_000)
    slope = activation.derivative(h[:, None] + g)
    mean, square, curvature = slopes(activation, h)
    assert mean == pytest.approx(slope.mean(axis=1), abs=4e-3)
    assert square == pytest.approx((slope**2).mean(axis=1), abs=4e-3)
    ahead, behind = slopes(activation, h + 1e-5)[0], slopes(activation, h - 1e-5)[0]
    assert curvature == pytest.approx((ahead - behind) / 2e-5, abs=1e-6)


def test_other_kinks_are_refused():
    with pytest.raises(UserError, match="piecewise-linear has kinks"):
        gradient_alignment(LINKS[1], 64, 4.0, 2.0, PIECEWISE_LINEAR)
    with pytest.raises(UserError, match=r"activation tanh saturate, .* up to theta = 3 d"):
        gradient_alignment(LINKS[1], 64, 400.0, 2.0, TANH)
