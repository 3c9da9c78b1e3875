"""Ridge regression after a step of order one: known digits, random features without a step, and
Gaussian features.
"""

import itertools
import math

import numpy as np
import pytest

from feature_learning.networks.activations import ERF, RELU, TANH
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.double_descent import bias_variance
from feature_learning.theory.random_features import RandomFeatures
from feature_learning.theory.spiked_ridge import (
    FeatureCovariance,
    Step,
    equivalent,
    spiked_ridge_risk,
    weight_resolvents,
)
from feature_learning.training.second_layer import ridge


def test_resolvents_have_their_known_digits_and_slopes():
    m, slope, other, other_slope = weight_resolvents(0.5, 2.0)
    assert (round(m, 6), round(other, 6)) == (0.561553, 1.280776)
    up, down = weight_resolvents(0.5 + 1e-5, 2.0), weight_resolvents(0.5 - 1e-5, 2.0)
    assert slope == pytest.approx((up[0] - down[0]) / 2e-5, rel=1e-8)
    assert other_slope == pytest.approx((up[2] - down[2]) / 2e-5, rel=1e-8)


@pytest.mark.parametrize("ratio", [0.4, 1.0, 2.5])
def test_resolvents_are_those_of_random_matrices(ratio):
    d, zeta = 400, 0.3
    weights = np.random.default_rng(0).standard_normal((round(ratio * d), d)) / math.sqrt(d)
    m, slope, other, _ = weight_resolvents(zeta, ratio)
    values = np.linalg.eigvalsh(weights.T @ weights)
    assert m == pytest.approx(np.mean(1 / (values + zeta)), rel=0.02)
    assert slope == pytest.approx(-np.mean(1 / (values + zeta) ** 2), rel=0.03)
    assert other == pytest.approx(
        np.mean(1 / (np.linalg.eigvalsh(weights @ weights.T) + zeta)), rel=0.02
    )


@pytest.mark.parametrize(
    ("psi1", "psi2", "ridge"),
    [(8, 2, 1e-4), (0.5, 2, 1e-3), (5, 0.5, 1e-2), (2, 2, 0.1), (1, 10, 1.0)],
)
def test_without_a_step_it_is_random_features_regression(psi1, psi2, ridge):
    """Three derivations: here, the resolvent's traces, and Mei and Montanari's (whose penalty is
    ours over psi1 of theirs).
    """
    linear, nonlinear = float(TANH.hermite[1]), TANH.nonlinear
    features = FeatureCovariance(psi2, linear, nonlinear)
    bias = spiked_ridge_risk(features, psi1, ridge, 1.0, 0.0, 0.0)
    variance = spiked_ridge_risk(features, psi1, ridge, 0.0, 0.0, 1.0)
    assert (bias, variance) == pytest.approx(
        RandomFeatures(1 / psi1, 1 / psi2, linear, nonlinear).bias_variance(ridge), rel=1e-7
    )
    assert (bias, variance) == pytest.approx(
        bias_variance(TANH, psi2, psi1, ridge / psi2), rel=1e-7
    )


def test_a_drawn_spectrum_and_its_transforms_solve_alike():
    d, psi1, ratio, ridge = 500, 3.0, 1.5, 0.01
    features = FeatureCovariance(ratio, float(ERF.hermite[1]), ERF.nonlinear)
    weights = np.random.default_rng(1).standard_normal((round(ratio * d), d)) / math.sqrt(d)
    values = (
        features.linear**2 * np.clip(np.linalg.eigvalsh(weights @ weights.T), 0, None)
        + features.nonlinear**2
    )
    drawn = solve(Spectrum(values, np.full(len(values), 1 / d)), psi1, psi1 * ridge)
    limit = equivalent(features, psi1, ridge)
    assert (drawn.nu2, drawn.upsilon) == pytest.approx((limit.nu2, limit.upsilon), rel=0.02)
    assert features.tr1(0.2) == pytest.approx(drawn.spectrum.tr1(0.2), rel=0.01)
    assert features.tr2(0.2) == pytest.approx(drawn.spectrum.tr2(0.2), rel=0.01)
    assert features.trace == pytest.approx(drawn.spectrum.trace, rel=0.01)
    assert features.largest == pytest.approx(drawn.spectrum.largest, rel=0.03)
    assert features.rank == pytest.approx(drawn.spectrum.rank, rel=1e-9)


def test_kappa_solves_its_equation():
    features = FeatureCovariance(2.0, float(TANH.hermite[1]), TANH.nonlinear)
    for psi1, penalty in ((8.0, 1e-4), (1.0, 1e-3), (0.3, 1.0)):
        kappa = equivalent(features, psi1, penalty).nu2
        assert kappa * (1 - features.tr1(kappa) / psi1) == pytest.approx(penalty, rel=1e-8)


@pytest.mark.parametrize(("psi1", "psi2"), [(3.0, 1.5), (0.8, 2.0)])
def test_it_is_ridge_regression_on_gaussian_features_with_a_spike(psi1, psi2):
    d, penalty, noise, linear, nonlinear, strength, signal = 160, 0.02, 0.3, 0.6, 0.2, 3.0, 2.2
    rng, found = np.random.default_rng(2), []
    n, width = round(psi1 * d), round(psi2 * d)
    for _ in range(12):
        weights = rng.standard_normal((width, d)) / math.sqrt(d)
        u = rng.standard_normal(width)
        other = rng.standard_normal(d - 1)
        v = np.concatenate(
            [[signal], math.sqrt(strength**2 - signal**2) * other / np.linalg.norm(other)]
        )
        updated = linear * (weights + np.outer(u / np.linalg.norm(u), v))
        x = rng.standard_normal((n, d))
        readout = ridge(
            x @ updated.T + nonlinear * rng.standard_normal((n, width)),
            x[:, 0] + noise * rng.standard_normal(n),
            n * penalty,
        )
        error = updated.T @ readout - np.eye(d)[0]
        found.append(error @ error + nonlinear**2 * readout @ readout)
    features = FeatureCovariance(psi2, linear, nonlinear)
    predicted = spiked_ridge_risk(
        features, psi1, penalty, 1.0, 0.0, noise**2, Step(strength, signal)
    )
    assert predicted < 0.9 * spiked_ridge_risk(features, psi1, penalty, 1.0, 0.0, noise**2)
    assert (
        abs(np.mean(found) - predicted)
        < 4 * np.std(found) / math.sqrt(len(found)) + 0.03 * predicted
    )


def test_what_a_step_gains_over_a_scan():
    """A step helps, more where it is larger, and never below the part of the target that is not
    linear.
    """
    linear, nonlinear, unlearnable = float(TANH.hermite[1]), TANH.nonlinear, RELU.nonlinear**2
    for psi1 in (0.2, 1.0, 5.0, 200.0):
        for psi2 in (0.2, 2.0, 20.0):
            for ridge_ in (1e-4, 1e-2, 1.0):
                features = FeatureCovariance(psi2, linear, nonlinear)
                unit = Step(linear * math.sqrt(0.25 + (0.25 + unlearnable) / psi1), linear * 0.5)
                risks = [
                    spiked_ridge_risk(
                        features,
                        psi1,
                        ridge_,
                        0.25,
                        unlearnable,
                        0.01,
                        Step(eta * unit.strength, eta * unit.signal),
                    )
                    for eta in (0.0, 1.0, 4.0, 100.0)
                ]
                assert all(a > b for a, b in itertools.pairwise(risks))
                assert risks[-1] >= unlearnable
