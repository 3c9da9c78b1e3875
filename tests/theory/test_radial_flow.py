"""The law of norms for two isotropic Gaussians: known digits, its integrals, particles."""

import math

import numpy as np
import pytest
from scipy.special import gammaincinv

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import PIECEWISE_LINEAR
from feature_learning.theory.radial_flow import RadialFlow, chi_nodes, radial_mean, radial_slope

KNOWN = [
    # Delta, d, times, risk, mean norm
    (
        0.8,
        40,
        [0.1, 0.2, 0.5, 1.0],
        [1.5289, 1.3002, 1.1439, 1.0783],
        [0.8611, 1.0098, 1.2202, 1.3993],
    ),
    (
        0.2,
        40,
        [0.1, 0.2, 0.5, 1.0],
        [0.9167, 0.5174, 0.4011, 0.3953],
        [1.0547, 1.2477, 1.4157, 1.4616],
    ),
]


@pytest.mark.parametrize(("delta", "d", "times", "risk", "norm"), KNOWN)
def test_known_digits(delta, d, times, risk, norm):
    found, norms = RadialFlow(delta, 0.4, d).solve(times)
    assert found == pytest.approx(risk, abs=6e-5)
    assert norms == pytest.approx(norm, abs=6e-5)


def test_quantiles_of_the_norms():
    starts = np.sqrt(2 * gammaincinv(20, np.array([0.05, 0.5, 0.95])) / 40)
    norms = RadialFlow(0.8, 0.4, 40).norms([0.0, 1.0], starts)[:, -3:]
    assert norms == pytest.approx(
        np.array([[0.3256, 0.3967, 0.4723], [1.3697, 1.3989, 1.4301]]), abs=6e-5
    )


def test_euler_steps_give_the_known_digits_in_infinite_dimension():
    r, delta, found = 0.4, 0.8, {}
    for number in range(1, 501):
        change = 0.0
        for sign in (1.0, -1.0):
            scale = 1 + sign * delta
            change -= (radial_mean(scale * r) - sign) * scale * radial_slope(scale * r)
        r += 0.002 * change
        found[number] = 0.5 * sum(
            (sign - radial_mean((1 + sign * delta) * r)) ** 2 for sign in (1.0, -1.0)
        )
    assert [found[50], found[100], found[250], found[500]] == pytest.approx(
        [1.496, 1.278, 1.129, 1.067], abs=1.1e-3
    )


def test_integrals_of_the_activation():
    g = np.random.default_rng(0).standard_normal(1000000)
    for r in (0.2, 0.9, 3.0):
        assert radial_mean(np.array(r)) == pytest.approx(PIECEWISE_LINEAR(r * g).mean(), abs=0.02)
        assert radial_slope(np.array(r)) == pytest.approx(
            float(radial_mean(r + 1e-6) - radial_mean(r - 1e-6)) / 2e-6, rel=1e-6
        )


def test_integrals_of_the_activation_on_the_sphere():
    x = np.random.default_rng(1).standard_normal((400000, 5))
    u = 5**0.5 * x[:, 0] / np.linalg.norm(x, axis=1)
    for r in (0.5, 0.9, 3.0):
        assert radial_mean(np.array(r), 5) == pytest.approx(
            PIECEWISE_LINEAR(r * u).mean(), abs=0.02
        )
        slope = (
            float(radial_mean(np.array(r + 1e-6), 5) - radial_mean(np.array(r - 1e-6), 5)) / 2e-6
        )
        assert radial_slope(np.array(r), 5) == pytest.approx(slope, rel=1e-6)
    assert radial_mean(np.array(0.9), 1e7) == pytest.approx(radial_mean(np.array(0.9)), abs=1e-5)


@pytest.mark.parametrize("d", [2, 40])
def test_nodes_have_the_moments_of_chi(d):
    s, weights = chi_nodes(d)
    assert weights.sum() == pytest.approx(1)
    assert weights @ s**2 == pytest.approx(1)
    assert weights @ s**4 == pytest.approx(1 + 2 / d)
    assert weights @ s == pytest.approx(
        math.sqrt(2 / d) * math.gamma((d + 1) / 2) / math.gamma(d / 2), rel=1e-2 if d < 3 else 1e-9
    )


def test_particles_follow_the_law_of_norms():
    """Large batches of SGD in 40 dimensions, against the law in d = 40; d = infinity misses by
    more.
    """
    rng, d, width, delta, step = np.random.default_rng(0), 40, 800, 0.2, 0.005
    weights = 0.4 * rng.standard_normal((width, d)) / np.sqrt(d)
    for _ in range(40):
        labels = np.where(rng.random(1000) < 0.5, 1.0, -1.0)
        x = rng.standard_normal((1000, d)) * (1 + delta * labels)[:, None]
        fields = x @ weights.T
        residual = labels - PIECEWISE_LINEAR(fields).mean(axis=1)
        weights += (
            2 * step * (residual[:, None] * PIECEWISE_LINEAR.derivative(fields, np)).T @ x / len(x)
        )
    labels = np.where(rng.random(8000) < 0.5, 1.0, -1.0)
    x = rng.standard_normal((8000, d)) * (1 + delta * labels)[:, None]
    risk = ((labels - PIECEWISE_LINEAR(x @ weights.T).mean(axis=1)) ** 2).mean()
    predicted, norm = RadialFlow(delta, 0.4, d).solve([0.2])
    limit, _ = RadialFlow(delta, 0.4, math.inf).solve([0.2])
    assert risk == pytest.approx(predicted[0], rel=0.05)
    assert abs(risk / limit[0] - 1) > 0.08
    assert np.linalg.norm(weights, axis=1).mean() == pytest.approx(norm[0], rel=0.02)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: RadialFlow(1.0, 0.4, 40), "Delta = 1.0"),
        (lambda: RadialFlow(0.5, 0.0, 40), "0.0: must be positive"),
        (lambda: RadialFlow(0.5, 0.4, 0).solve([1.0]), "dimension 0"),
        (lambda: RadialFlow(0.5, 0.4, 40).solve([1.0, 1.0]), "must ascend"),
    ],
)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()
