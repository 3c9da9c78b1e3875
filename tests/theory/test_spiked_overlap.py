"""Overlaps at initialisation, the exponents they give, and the flows from there: known digits, and
Monte Carlo.
"""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.relu_links import pure_hermite
from feature_learning.theory import spherical_flow
from feature_learning.theory.spherical_flow import (
    SphericalFlow,
    growth_threshold,
    limiting_threshold,
)
from feature_learning.theory.spiked_overlap import (
    SpikedDirection,
    kernel_sample_exponent,
    overlap_exponent,
    runtime_exponent,
    sample_exponent,
)
from feature_learning.theory.whitened_flow import runtime, runtime_log_slope

EXPONENTS = {
    (0, 0.5): -0.25,
    (0.25, 0.2): -0.5,
    (0.25, 0.4): -0.35,
    (0.25, 0.8): -0.1,
    (0.5, 0.9): -0.1,
}
SAMPLES = {
    (0, 0): (2, 3, 4),
    (0, 0.5): (1.5, 2, 2.5),
    (0.25, 0.4): (1.7, 2.4, 3.1),
    (0.25, 0.8): (1.2, 1.4, 1.6),
    (0.2, 1): (1, 1, 1),
}


@pytest.mark.parametrize(("gammas", "delta0"), EXPONENTS.items())
def test_known_exponents_of_the_overlap(gammas, delta0):
    assert overlap_exponent(*gammas) == pytest.approx(delta0, abs=1e-12)
    d = np.array([1e12, 1e14])
    medians = [SpikedDirection.scaled(value, *gammas).median_overlap(value, 300) for value in d]
    assert np.diff(np.log(medians)) / np.diff(np.log(d)) == pytest.approx(delta0, abs=0.005)


@pytest.mark.parametrize(("gammas", "known"), SAMPLES.items())
def test_known_exponents_of_the_number_of_samples_keep_the_factor_d(gammas, known):
    assert [sample_exponent(k, *gammas) for k in (2, 3, 4)] == pytest.approx(known, abs=1e-12)


def test_overlap_is_that_of_vectors():
    rng, d = np.random.default_rng(0), 7
    plane = SpikedDirection(3.0, 0.4)
    beta, mu = np.eye(d)[0], 0.4 * np.eye(d)[0] + math.sqrt(1 - 0.16) * np.eye(d)[1]
    sigma = np.eye(d) + 3.0 * np.outer(mu, mu)
    w = rng.standard_normal(d)
    w /= np.linalg.norm(w)
    expected = w @ sigma @ beta / math.sqrt(w @ sigma @ w * (beta @ sigma @ beta))
    assert plane.overlap(w @ beta, w @ mu) == pytest.approx(expected, rel=1e-12)
    assert plane.overlap_from_plane(w[0], w[1]) == pytest.approx(expected, rel=1e-12)
    assert plane.kappa == pytest.approx(beta @ sigma @ beta)
    values, vectors = np.linalg.eigh(sigma)
    seen = (vectors * np.sqrt(values)) @ vectors.T @ beta
    assert plane.seen_cosine == pytest.approx(mu @ seen / np.linalg.norm(seen), rel=1e-12)


@pytest.mark.parametrize("gammas", [(0, 0), (0, 0.8), (0.25, 0.4), (0.4, 0.6), (0.5, 0.9)])
def test_the_exact_median_is_that_of_drawn_neurons(gammas):
    d, count = 40, 200_000
    rng = np.random.default_rng(1)
    first, second = rng.standard_normal((2, count))
    norm = np.sqrt(first**2 + second**2 + rng.chisquare(d - 2, count))
    plane = SpikedDirection.scaled(d, *gammas)
    drawn = np.median(np.abs(plane.overlap_from_plane(first / norm, second / norm)))
    assert plane.median_overlap(d) == pytest.approx(drawn, rel=0.01)


@pytest.mark.parametrize(
    ("name", "gammas"),
    [
        ("gamma1", (0.6, 0.5)),
        ("gamma1", (-0.1, 0.5)),
        ("gamma2", (0.2, 1.5)),
        ("gamma2", (0.2, -0.1)),
    ],
)
def test_exponents_out_of_range_are_refused_by_name(name, gammas):
    for refuse in (overlap_exponent, lambda a, b: SpikedDirection.scaled(100, a, b)):
        with pytest.raises(UserError, match=f"{name} = .* must be in"):
            refuse(*gammas)


def test_kernels():
    assert kernel_sample_exponent(3, 0.5) == 1.5


def test_known_runtimes_and_scales():
    known = {1: 0.2697, 2: 1.0140, 3: 16.423, 4: 625.26}
    for k, time in known.items():
        assert float(runtime(0.01, 0.5, k)) == pytest.approx(time, rel=5e-5, abs=5e-5)
    assert runtime_log_slope(-0.5) == 0.125
    assert [runtime_exponent(k, 0, 0.5) for k in (1, 2, 3, 4)] == [0, 0, 0.25, 0.5]


@pytest.mark.parametrize("k", range(1, 8))
def test_runtime_is_the_integral_over_the_speed(k):
    from scipy.integrate import quad

    expected = quad(lambda omega: 1 / (2 * k * 0.3 * omega ** (k - 1) * (1 - omega**2)), 0.2, 0.8)[
        0
    ]
    assert float(runtime(0.2, 0.8, k, 0.3)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("k", "c"), [(0, 1.0), (2, 0.0), (2, -1.0)])
def test_a_flow_without_growth_has_no_runtime(k, c):
    with pytest.raises(UserError, match="grows for k >= 1 and c > 0 only"):
        runtime(0.1, 0.5, k, c)


THRESHOLDS = {4: (0.7081, 0.6824, 0.6744, 0.6705), 6: (0.8630, 0.8160, 0.8068, 0.8034)}


@pytest.mark.parametrize("k", THRESHOLDS)
def test_known_thresholds_belong_to_the_unit_norm(k):
    sizes = (1e4, 1e8, 1e16, 1e32)
    assert [growth_threshold(k, d, "unit-norm") for d in sizes] == pytest.approx(
        THRESHOLDS[k], abs=5e-5
    )
    assert all(math.isnan(growth_threshold(k, d, "added")) for d in sizes)
    assert limiting_threshold(k) == pytest.approx({4: 2 / 3, 6: 0.8}[k])


@pytest.mark.parametrize(("gamma2", "m", "omega"), [(0.5, 0.1441, 0.4551), (0.8, 0.0565, 0.3697)])
def test_known_fixed_points_of_the_quadratic(gamma2, m, omega):
    flow = SphericalFlow(2, 128**gamma2, "added")
    found = flow.limit(128**-0.5)
    assert (found, float(flow.overlap(found))) == pytest.approx((m, omega), abs=5e-5)
    assert flow.limit(0.9) == pytest.approx(found, rel=1e-9)  # from either side


@pytest.mark.parametrize("convention", spherical_flow.CONVENTIONS)
@pytest.mark.parametrize("k", [1, 2, 4, 6])
def test_the_speed_is_the_gradient_of_the_population_loss(k, convention):
    """E(f - y)^2 = s^2/2 - 2 s E relu(z) y + const, and the flow of m is -(1 - m^2) times its
    derivative.
    """
    flow = SphericalFlow(k, 5.0, convention)

    def loss(m):
        variance = (1 + 5.0 * m**2) / (6.0 if convention == "unit-norm" else 1.0)
        return variance / 2 - 2 * math.sqrt(variance) * flow.strength * float(flow.overlap(m)) ** k

    for m in (0.05, 0.3, 0.8):
        slope = (loss(m + 1e-6) - loss(m - 1e-6)) / 2e-6
        assert float(flow.speed(m)) == pytest.approx(-(1 - m**2) * slope, rel=1e-6, abs=1e-9)


def test_the_population_loss_is_that_of_data():
    """The correlation term by Monte Carlo: relu of a pre-activation of variance s^2 against h_2 of
    the target's projection.
    """
    rng, theta, m = np.random.default_rng(2), 5.0, 0.4
    flow = SphericalFlow(2, theta, "added")
    u, rest = rng.standard_normal((2, 1_000_000))
    z = m * math.sqrt(1 + theta) * u + math.sqrt(1 - m**2) * rest
    values = np.maximum(z, 0) * pure_hermite(2)(u)
    expected = math.sqrt(1 + theta * m**2) * flow.strength * float(flow.overlap(m)) ** 2
    assert values.mean() == pytest.approx(expected, abs=4 * values.std() / 1000)


@pytest.mark.parametrize("gamma2", [0.4, 0.9])
def test_paths_solve_the_flow(gamma2):
    flow = SphericalFlow(4, 1e4**gamma2, "unit-norm")
    times, m = flow.path(0.01, points=200)
    middle = slice(20, 150)
    assert np.gradient(m, times)[middle] == pytest.approx(flow.speed(m)[middle], rel=0.05)
    assert (np.diff(times) > 0).all()
    assert (m[-1] > m[0]) == (gamma2 > 0.7)


def test_odd_degrees_and_unknown_conventions_are_refused():
    with pytest.raises(UserError, match=r"k = 3: .* no signal"):
        SphericalFlow(3, 4.0, "added")
    with pytest.raises(UserError, match="unknown convention 'trace'"):
        SphericalFlow(2, 4.0, "trace")
