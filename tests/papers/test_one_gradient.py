"""One gradient of a pure leap: its predictions against direct draws."""

import math

import numpy as np
import pytest

from feature_learning.data.targets import pure_leap
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.experiments.behind import (
    cosine_at_step,
    drive_strength,
    gained_step,
    noise_along,
    noise_square,
    own_strength,
)

CASES = ((1, "relu", 0.5), (2, "relu", 0.5642), (3, "relu-1", 0.2963))


@pytest.mark.parametrize(("leap", "name", "strength"), CASES)
def test_the_drive_is_the_derivative_of_the_correlation(leap, name, strength):
    """For a neuron of small overlap m, E[y sigma'(<w, x>) <w*, x>] is S_l m^(l - 1)."""
    sigma = activation(name)
    assert drive_strength(sigma, leap) == pytest.approx(strength, abs=1e-4)
    z, g = np.random.default_rng(0).standard_normal((2, 2_000_000))
    m = 0.2
    slope = sigma.derivative(m * z + math.sqrt(1 - m**2) * g)
    measured = float((pure_leap(leap)(z) * slope * z).mean())
    assert measured == pytest.approx(strength * m ** (leap - 1), rel=0.06, abs=2e-3)


@pytest.mark.parametrize(("leap", "name", "strength"), CASES)
def test_the_noise_counts_the_parts_along_target_and_neuron(leap, name, strength):
    d, n = 12, 4
    rng, sigma = np.random.default_rng(1), activation(name)
    z, g = rng.standard_normal((2, 2_000_000))  # a neuron at a right angle to the target
    square = z**2 + g**2 + rng.chisquare(d - 2, len(z))
    measured = float(((pure_leap(leap)(z) * sigma.derivative(g)) ** 2 * square).mean()) / n
    assert noise_square(sigma, leap, n / d**leap, d) == pytest.approx(measured, rel=0.03)


@pytest.mark.parametrize(("leap", "name", "strength"), CASES)
def test_the_part_along_the_neuron_and_the_noise_along_the_target(leap, name, strength):
    sigma, m = activation(name), 0.3
    z, g = np.random.default_rng(2).standard_normal((2, 2_000_000))
    field = m * z + math.sqrt(1 - m**2) * g
    along = pure_leap(leap)(z) * sigma.derivative(field) * z
    mean = strength * m ** (leap - 1) + own_strength(sigma, leap) * m ** (leap + 1)
    assert along.mean() == pytest.approx(mean, abs=0.03)  # to order m^(l + 1)
    square = float(((pure_leap(leap)(z) * z * sigma.derivative(g)) ** 2).mean())
    assert noise_along(sigma, leap, 2 / 9**leap, 9) * 2 == pytest.approx(square, rel=0.08)


def test_the_step_grows_with_the_leap_and_its_cosine_does_not_vanish():
    """In the limit as d^((l - 1)/2), at the same n/d^l."""
    for leap, name, _ in CASES:
        far = [gained_step(activation(name), leap, 4.0, d) for d in (10**6, 10**8)]
        assert math.log(far[1] / far[0], 100) == pytest.approx((leap - 1) / 2, abs=0.02)
        cosines = [cosine_at_step(activation(name), leap, 4.0, d) for d in (10**6, 10**8)]
        assert cosines[1] == pytest.approx(cosines[0], rel=0.01)
        assert cosines[1] > 0.3
