"""Kernel ridge regression on spiked data: the staircase, its equivalent, and the theories that it
contains.
"""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import InnerProductKernel, named_kernel
from feature_learning.networks.activations import RELU
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.double_descent import ridge_bias_variance, wide_bias_variance
from feature_learning.theory.random_features import RandomFeatures
from feature_learning.theory.spiked_kernel import learned_degree, spiked_kernel, staircase

KERNEL = named_kernel("exp-4")
LINEAR = Link.monic(0, 1)
MIX = Link.monic(0, 3**-0.5, 6**-0.5, 18**-0.5)
NOISY = MIX.with_noise(0.01)
QUADRATIC_CUBIC = Link.monic(0, 0, 0.5, 12**-0.5)


def test_learned_degrees():
    found = {
        gamma: learned_degree(gamma)
        for gamma in (0.1, 0.49, 0.51, 0.66, 0.67, 0.74, 0.76, 0.8, 0.9)
    }
    assert found == {0.1: 1, 0.49: 1, 0.51: 2, 0.66: 2, 0.67: 3, 0.74: 3, 0.76: 4, 0.8: 4, 0.9: 9}
    assert [learned_degree(1 - 1 / step) for step in range(2, 12)] == [
        step - 1 for step in range(2, 12)
    ]
    with pytest.raises(UserError, match="gamma = 1"):
        learned_degree(1.0)


def test_steps():
    assert [staircase(MIX, gamma) for gamma in (0.1, 0.6, 0.7)] == pytest.approx([2 / 3, 1 / 3, 0])
    assert [staircase(QUADRATIC_CUBIC, gamma) for gamma in (0.1, 0.6, 0.7)] == pytest.approx(
        [1, 0.5, 0]
    )


def test_digits_at_finite_d():
    found = spiked_kernel(KERNEL, 256, 16.0, 512, 3.0)
    assert found.risk(NOISY) == pytest.approx(0.486309, abs=6e-7)
    assert found.learned(NOISY) == pytest.approx(0.419732, abs=6e-7)
    assert found.equivalent.upsilon == pytest.approx(0.050829, abs=6e-7)


@pytest.mark.parametrize(
    ("gamma", "mix", "without_linear"),
    [
        (0.1, 0.763, 1.040),
        (0.25, 0.706, None),
        (0.4, 0.608, 0.897),
        (0.55, 0.407, 0.613),
        (0.6, 0.316, None),
        (0.7, 0.123, 0.198),
        (0.8, 0.021, None),
        (0.9, 0.004, 0.008),
    ],
)
def test_digits_of_the_overlay(gamma, mix, without_linear):
    found = spiked_kernel(KERNEL, 256, 256**gamma, 512, 3.0)
    assert found.risk(NOISY) == pytest.approx(mix, abs=6e-4)
    if without_linear is not None:
        assert found.risk(QUADRATIC_CUBIC.with_noise(0.01)) == pytest.approx(
            without_linear, abs=6e-4
        )


@pytest.mark.parametrize(("ridge", "plateau"), [(0.1, 0.831), (3, 0.701), (30, 0.669)])
def test_a_fixed_ridge_leaves_the_first_step_above_the_limit(ridge, plateau):
    assert spiked_kernel(KERNEL, 1e10, 1e10**0.25, 2e10, ridge).risk(MIX) == pytest.approx(
        plateau, abs=6e-4
    )


def test_a_slowly_growing_ridge_brings_it_down():
    sizes = (1e4, 1e6, 1e9, 1e12)
    found = {
        gamma: [spiked_kernel(KERNEL, d, d**gamma, 2 * d, math.log(d)).risk(MIX) for d in sizes]
        for gamma in (0.25, 0.58)
    }
    assert found[0.25] == pytest.approx([0.7099, 0.6833, 0.6701, 0.6681], abs=6e-5)
    assert found[0.58] == pytest.approx([0.4283, 0.4035, 0.3621, 0.3415], abs=6e-5)


def test_the_operator_is_the_average_over_the_gaussian():
    """Eigenvalues against quadrature of A, B and c in the Hermite basis."""
    d, theta = 256, 16.0
    r = (1 + theta) / d
    z, weights = gaussian_nodes()
    basis = (
        np.stack(
            [
                np.ones_like(z),
                z,
                (z**2 - 1) / 2**0.5,
                (z**3 - 3 * z) / 6**0.5,
                (z**4 - 6 * z**2 + 3) / 24**0.5,
            ]
        )
        * weights
    )
    products = r * np.outer(z, z)
    along = basis @ (KERNEL(products) + KERNEL.derivative(2)(products) / (2 * d)) @ basis.T
    across = basis @ KERNEL.derivative(1)(products) @ basis.T / d
    tail = float(
        weights @ (KERNEL(1 + r * z**2) - KERNEL(r * z**2) - KERNEL.derivative(1)(r * z**2))
    )
    spectrum = spiked_kernel(KERNEL, d, theta, 2 * d, 3.0).equivalent.spectrum
    expected = np.concatenate([np.linalg.eigvalsh(along)[::-1], np.linalg.eigvalsh(across)[:0:-1]])
    assert spectrum.eigenvalues == pytest.approx(expected, rel=1e-8)
    assert spectrum.multiplicities.tolist() == [1.0] * 5 + [d - 1.0] * 4
    assert spectrum.tail == pytest.approx(tail)


def test_without_a_spike_a_linear_kernel_is_plain_ridge_regression():
    d, ratio, ridge = 1e8, 0.5, 0.3  # ratio: d/n
    found = spiked_kernel(
        InnerProductKernel("linear", (0.0, 1.0)), d, 0.0, d / ratio, ridge / ratio
    )
    bias, variance = ridge_bias_variance(ratio, ridge)
    assert found.risk(LINEAR) == pytest.approx(bias, rel=1e-6)
    assert found.risk(Link.monic(0, 1, noise_variance=0.2)) == pytest.approx(
        bias + 0.2 * variance, rel=1e-6
    )


def test_kernel_ridge_regression_is_the_wide_limit_of_random_features():
    """Four ways to the same answer: spiked kernel without a spike, solver with a width,
    proportional random features, their wide limit.
    """
    d, n_over_d, lbar = 1e8, 3.0, 0.4
    linear, rest = float(RELU.hermite[1]), RELU.nonlinear
    # At theta = 0 the quartic term is part of the diagonal only, as the activation's nonlinear part
    # is.
    kernel = InnerProductKernel("relu", (0.0, linear**2, 0.0, 0.0, rest**2))
    ridge, noise = n_over_d * lbar * rest**2, 0.3
    wanted = spiked_kernel(kernel, d, 0.0, n_over_d * d, ridge).risk(
        Link.monic(0, 1, noise_variance=noise)
    )

    bias, variance = wide_bias_variance(RELU, n_over_d, lbar)
    assert wanted == pytest.approx(bias + noise * variance, rel=1e-6)

    psi = 1e-7  # d/N
    spectrum = Spectrum(np.array([linear**2 / d]), np.array([d]), rest**2)
    assert solve(spectrum, n_over_d * d, ridge, d / psi).risk(
        np.ones(1), noise=noise
    ) == pytest.approx(wanted, rel=1e-5)

    features = RandomFeatures(1 / n_over_d, psi, linear, rest)
    bias, variance = features.bias_variance(ridge / psi / n_over_d)
    assert bias + noise * variance == pytest.approx(wanted, rel=1e-5)


@pytest.mark.parametrize("psi", [0.2, 1.0, 4.0])
def test_random_features_agree_at_finite_width(psi):
    d, phi, lam, noise = 1e7, 0.5, 0.2, 0.3
    linear, rest = float(RELU.hermite[1]), RELU.nonlinear
    bias, variance = RandomFeatures(phi, psi, linear, rest).bias_variance(lam)
    spectrum = Spectrum(np.array([linear**2 / d]), np.array([d]), rest**2)
    # (1/n)||y - F a||^2 + lam ||a||^2 with unit features is a penalty of n lam/N beside features
    # over sqrt N.
    found = solve(spectrum, d / phi, lam * psi / phi, d / psi)
    assert found.risk(np.ones(1), noise=noise) == pytest.approx(bias + noise * variance, rel=1e-5)


def test_a_negative_spike_is_refused():
    with pytest.raises(UserError, match="theta = -1"):
        spiked_kernel(KERNEL, 64, -1.0, 128, 3.0)


def test_it_predicts_a_simulation():
    """d = 192, theta = 6: below the strengths at which heavy tails matter."""
    d, theta, ridge, seeds = 192, 6.0, 3.0, 24
    rng, risks = np.random.default_rng(0), []
    for _ in range(seeds):
        inputs, test = rng.standard_normal((2 * d, d)), rng.standard_normal((600, d))
        labels = MIX(inputs[:, 0]) + 0.1 * rng.standard_normal(2 * d)
        scale = np.array([math.sqrt(1 + theta), *np.ones(d - 1)])
        gram = KERNEL((inputs * scale**2) @ inputs.T / d) + ridge * np.eye(2 * d)
        predicted = KERNEL((test * scale**2) @ inputs.T / d) @ np.linalg.solve(gram, labels)
        truth = MIX(test[:, 0])
        # E f*^2 = 1 is known: what the sample of f*^2 strays from it is noise.
        risks.append(((predicted - truth) ** 2 - truth**2).mean() + 1)
    expected = spiked_kernel(KERNEL, d, theta, 2 * d, ridge).risk(NOISY)
    assert abs(np.mean(risks) - expected) < 4 * np.std(risks) / math.sqrt(seeds)
    assert np.std(risks) / math.sqrt(seeds) < 0.02
