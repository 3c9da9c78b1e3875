"""One solver for ridge, kernel and random-features regression, held against the others, known
digits and simulation.
"""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import RELU
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.double_descent import (
    bias_variance,
    ridge_bias_variance,
    wide_bias_variance,
)
from feature_learning.theory.harmonics import feature_spectrum, multiplicity, sphere_nodes


def shifted(t):
    return np.maximum(t - 1, 0)


SHIFTED = feature_spectrum(shifted, 30, 8, kinks=[1.0])
UNIT_POWER = np.array([0, 1, 1, 1, 0, 0, 0, 0, 0.0])


def test_the_spectrum_of_a_shifted_relu():
    traces = SHIFTED.eigenvalues * SHIFTED.multiplicities
    assert traces[:6].round(5).tolist() == [0.00693, 0.0239, 0.02732, 0.00967, 0.00004, 0.0016]
    assert round(SHIFTED.tail, 5) == 0.00074


@pytest.mark.parametrize(
    ("n", "width", "risk"),
    [
        (300, 3000, 2.0992),
        (1000, 3000, 1.8063),
        (3000, 300, 1.9616),
        (3000, 1000, 1.7369),
        (100, math.inf, 2.3549),
        (1000, math.inf, 1.3276),
        (10000, math.inf, 0.1114),
    ],
)
def test_risk_of_random_features_on_the_sphere(n, width, risk):
    assert round(solve(SHIFTED, n, 1e-3, width).risk(UNIT_POWER), 4) == risk


@pytest.mark.parametrize(
    ("psi1", "psi2", "lam"),
    [(1, 3, 1e-3), (6, 3, 1e-3), (3, 3, 0.1), (0.5, 0.4, 1.0), (10, 0.7, 0.01)],
)
def test_it_is_the_proportional_random_features_theory(psi1, psi2, lam):
    d = 1e8
    spectrum = Spectrum(np.array([RELU.hermite[1] ** 2 / d]), np.array([d]), RELU.nonlinear**2)
    found = solve(spectrum, psi2 * d, psi2 * lam, psi1 * d)
    expected = bias_variance(RELU, psi1, psi2, lam)
    assert (found.risk(np.ones(1)), found.risk(np.zeros(1), noise=1.0)) == pytest.approx(
        expected, rel=1e-7
    )


@pytest.mark.parametrize("lbar", [0.0, 0.1, 3.0])
def test_it_is_the_wide_limit(lbar):
    d, psi2 = 1e8, 3.0
    spectrum = Spectrum(np.array([RELU.hermite[1] ** 2 / d]), np.array([d]), RELU.nonlinear**2)
    found = solve(spectrum, psi2 * d, psi2 * lbar * RELU.nonlinear**2)
    expected = wide_bias_variance(RELU, psi2, lbar)
    assert (found.risk(np.ones(1)), found.risk(np.zeros(1), noise=1.0)) == pytest.approx(
        expected, rel=1e-7
    )


@pytest.mark.parametrize("g", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("ridge", [0.01, 1.0])
def test_it_is_plain_ridge_regression(g, ridge):
    d = 1e6
    found = solve(Spectrum(np.array([1.0]), np.array([d])), d / g, ridge * d / g)
    expected = ridge_bias_variance(g, ridge)
    assert (found.risk(np.ones(1)), found.risk(np.zeros(1), noise=1.0)) == pytest.approx(
        expected, rel=1e-8
    )


def test_it_predicts_a_simulation_with_a_spread_spectrum():
    rng = np.random.default_rng(0)
    eigenvalues = 1 / np.arange(1, 301) ** 1.2
    power = 1 / np.arange(1, 301) ** 2.0
    n, ridge, noise = 150, 0.5, 0.3
    target = np.sqrt(power)
    risks = []
    for _ in range(60):
        modes = rng.standard_normal((n, 300))
        labels = modes @ target + math.sqrt(noise) * rng.standard_normal(n)
        features = modes * np.sqrt(eigenvalues)
        fitted = features.T @ np.linalg.solve(features @ features.T + ridge * np.eye(n), labels)
        risks.append(((target - np.sqrt(eigenvalues) * fitted) ** 2).sum())
    predicted = solve(Spectrum(eigenvalues, np.ones(300)), n, ridge).risk(power, noise=noise)
    assert abs(np.mean(risks) - predicted) < 4 * np.std(risks) / math.sqrt(60)


def test_ridgeless_regression_needs_more_modes_than_samples():
    spectrum = Spectrum(np.array([1.0]), np.array([50.0]))
    with pytest.raises(UserError, match="positive ridge"):
        solve(spectrum, 100, 0.0)
    found = solve(spectrum, 20, 0.0)
    assert found.spectrum.tr1(found.nu2) == pytest.approx(20)
    assert found.risk(np.ones(1)) == pytest.approx(0.6)


@pytest.mark.parametrize(("n", "ridge", "width"), [(-1, 1.0, 10), (10, -1.0, 10), (10, 1.0, 0)])
def test_what_makes_no_sense_is_refused(n, ridge, width):
    with pytest.raises(UserError, match="no equivalent"):
        solve(SHIFTED, n, ridge, width)


@pytest.mark.parametrize("d", [5, 7, 100, 150, 10**6])
def test_nodes_integrate_the_sphere(d):
    nodes, weights = sphere_nodes(d, kinks=[0.0])
    assert weights.sum() == pytest.approx(1, abs=1e-9)
    assert weights @ nodes**2 == pytest.approx(1, abs=1e-9)
    assert weights @ nodes**4 == pytest.approx(3 * d / (d + 2), abs=1e-9)


def test_harmonics_of_degree_at_most_three_in_three_dimensions():
    assert sum(multiplicity(3, k) for k in range(4)) == 16
