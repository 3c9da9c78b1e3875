"""Mei and Montanari's risk: known digits, two derivations that must agree, limits, and
simulations.
"""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize_scalar

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import RELU
from feature_learning.theory import double_descent as dd

ZETA = float(RELU.hermite[1]) / RELU.nonlinear
# ReLU; the training error's coefficients of F_1^2 and of tau^2 + F_*^2.
RISKS = [
    # psi1, psi2, lam, chi, B, V, training error of the signal, of the rest
    (1, 3, 1e-3, -0.443217944, 0.667047205, 0.489197978, 0.298631, 0.666701),
    (3, 3, 1e-3, -1.754635477, 0.577098815, 2.953973917, 0.0111464, 0.0763694),
    (6, 3, 1e-3, -2.024008014, 0.161969155, 1.137515535, 0.000295779, 0.00390341),
    (12, 3, 1e-3, -2.060126640, 0.076424517, 0.618951610, 0.0000684968, 0.00145101),
    (3, 3, 1e-1, -0.421001890, 0.325164972, 0.178058276, 0.150691, 0.545946),
]
RIDGELESS = [
    # N/n at psi2 = 3, B, V
    (0.2, 0.776748, 0.25),
    (0.5, 0.619504, 1.0),
    (0.8, 0.931862, 4.0),
    (1.25, 0.607248, 4.322309),
    (2, 0.172627, 1.322309),
    (4, 0.076044, 0.655642),
]
log_uniform = st.floats(-1, 1.3).map(lambda power: 10**power)  # 0.1 to 20
penalties = st.floats(-4, 1).map(lambda power: 10**power)


def mei_montanari(psi1, psi2, lam):
    """chi, B and V from the authors' own pair of equations on the imaginary axis, by one scalar
    root.
    """
    z2, u = ZETA**2, math.sqrt(psi1 * psi2 * lam) / RELU.nonlinear

    def mismatch(b):
        a = b + (psi1 - psi2) / u
        return b * (u + a + z2 * a / (1 + z2 * a * b)) - psi2

    low = max(0.0, (psi2 - psi1) / u)
    b = brentq(mismatch, low, low + psi2 / u + 1, xtol=1e-300, rtol=1e-15)
    a = b + (psi1 - psi2) / u
    assert a * (u + b + z2 * b / (1 + z2 * a * b)) == pytest.approx(psi1, rel=1e-6)
    return (-a * b, *dd.bias_variance_at(-a * b, psi1, psi2, ZETA))


def test_relu_constants():
    assert RELU.hermite[0] == pytest.approx(0.3989423, abs=6e-8)
    assert RELU.hermite[1] == pytest.approx(0.5, abs=1e-14)
    assert RELU.nonlinear == pytest.approx(0.3014051, abs=6e-8)
    assert pytest.approx(1.6588967, abs=6e-8) == ZETA
    assert dd.snr_threshold(RELU) == pytest.approx(2.7519384, abs=6e-8)


@pytest.mark.parametrize(
    ("psi1", "psi2", "lam", "chi", "bias", "variance", "signal", "rest"), RISKS
)
def test_risk_has_its_known_digits(psi1, psi2, lam, chi, bias, variance, signal, rest):
    assert dd.chi(RELU, psi1, psi2, lam) == pytest.approx(chi, abs=6e-10)
    assert dd.bias_variance(RELU, psi1, psi2, lam) == pytest.approx((bias, variance), abs=6e-10)
    model = dd.proportional(RELU, psi1, psi2)
    assert model.errors(psi1 * lam, 1.0, 0.0).train == pytest.approx(signal, rel=6e-6)
    assert model.errors(psi1 * lam, 0.0, 1.0).train == pytest.approx(rest, rel=6e-6)


@pytest.mark.parametrize(("ratio", "bias", "variance"), RIDGELESS)
def test_ridgeless_risk_has_its_known_digits(ratio, bias, variance):
    assert dd.bias_variance(RELU, 3 * ratio, 3, 0) == pytest.approx((bias, variance), abs=6e-7)


@given(psi1=log_uniform, psi2=log_uniform, lam=penalties)
@settings(max_examples=300)
def test_the_resolvent_and_the_authors_formula_agree(psi1, psi2, lam):
    """E1/E0 and E2/E0 against -M2'/M1^2 and -M1'/M1^2 - 1: derived apart, equal to nine digits."""
    chi, bias, variance = mei_montanari(psi1, psi2, lam)
    assert dd.chi(RELU, psi1, psi2, lam) == pytest.approx(chi, rel=1e-9)
    assert dd.bias_variance(RELU, psi1, psi2, lam) == pytest.approx(
        (bias, variance), rel=1e-9, abs=1e-9
    )


@given(psi1=log_uniform, psi2=log_uniform, lam=penalties)
def test_the_fixed_point_is_the_authors_in_complex_form(psi1, psi2, lam):
    """``nu_1 = psi1/(-xi - nu_2 - zeta^2 nu_2/(1 - zeta^2 nu_1 nu_2))`` at ``xi = i sqrt(psi1 psi2
    lbar)``.
    """
    z2, xi = ZETA**2, 1j * math.sqrt(psi1 * psi2 * lam) / RELU.nonlinear
    chi = dd.chi(RELU, psi1, psi2, lam)
    # a b = -chi and a - b = (psi1 - psi2)/u leave one root with both positive.
    half = (psi1 - psi2) / abs(xi) / 2
    root = math.sqrt(half**2 - chi)
    a, b = (root + half, -chi / (root + half)) if half > 0 else (-chi / (root - half), root - half)
    nu1, nu2 = 1j * a, 1j * b
    for psi, own, other in ((psi1, nu1, nu2), (psi2, nu2, nu1)):
        assert own * (-xi - other - z2 * other / (1 - z2 * nu1 * nu2)) == pytest.approx(
            psi, rel=1e-7
        )


@given(psi1=log_uniform, psi2=log_uniform)
def test_ridgeless_is_the_limit_of_small_ridges(psi1, psi2):
    assume(not 0.8 < psi1 / psi2 < 1.25)
    lam = 1e-9
    assert dd.chi(RELU, psi1, psi2, lam) == pytest.approx(
        dd.ridgeless_chi(RELU, psi1, psi2), rel=1e-4
    )
    assert dd.bias_variance(RELU, psi1, psi2, lam) == pytest.approx(
        dd.bias_variance(RELU, psi1, psi2, 0), rel=1e-3
    )


@given(psi1=log_uniform, psi2=log_uniform)
def test_ridgeless_variance_of_narrow_networks(psi1, psi2):
    assume(psi1 < 0.95 * psi2)
    assert dd.bias_variance(RELU, psi1, psi2, 0)[1] == pytest.approx(psi1 / (psi2 - psi1), rel=1e-9)


@pytest.mark.parametrize(("psi1", "psi2", "lam"), [(3, 3, 0), (1, 3, -0.1)])
def test_a_risk_that_is_not_finite_is_refused(psi1, psi2, lam):
    with pytest.raises(UserError, match="not finite"):
        dd.bias_variance(RELU, psi1, psi2, lam)


def test_wide_limit_has_its_known_digits():
    assert dd.wide_bias_variance(RELU, 3, 0) == pytest.approx((0.0277532, 0.3223087), abs=6e-8)


@pytest.mark.parametrize("psi2", [0.5, 3.0, 10.0])
@pytest.mark.parametrize("lbar", [0.01, 1.0])
def test_wide_limit_is_that_of_wide_networks(psi2, lbar):
    finite = dd.bias_variance(RELU, 1e6, psi2, lbar * RELU.nonlinear**2)
    assert finite == pytest.approx(dd.wide_bias_variance(RELU, psi2, lbar), rel=1e-3)


@pytest.mark.parametrize(("psi1", "bias"), [(1, 0.447906), (3, 0.144874), (10, 0.038649)])
def test_large_sample_bias_has_its_known_digits_and_is_a_limit(psi1, bias):
    found = dd.large_sample_bias(RELU, psi1)
    assert found == pytest.approx(bias, abs=6e-7)
    assert dd.bias_variance(RELU, psi1, 1e6, 0) == pytest.approx((found, 0), abs=1e-4)


@pytest.mark.parametrize("psi2", [0.2, 0.9, 1.0, 3.0, 10.0, 100.0])
def test_snr_threshold_is_the_authors_expression_at_every_sample_size(psi2):
    """``(w^2 - w)/((1 - psi2) w + psi2)`` at the ridgeless w, the limit of ``zeta^2 chi`` taken
    negative, is ``zeta^2``.
    """
    z2 = ZETA**2
    t = psi2 * z2 - z2 - 1
    w = -(math.sqrt(t**2 + 4 * z2 * psi2) + t) / 2
    assert w == pytest.approx(z2 * dd.ridgeless_chi(RELU, 1e9, psi2), rel=1e-12)
    assert (w**2 - w) / ((1 - psi2) * w + psi2) == pytest.approx(dd.snr_threshold(RELU), rel=1e-9)


def wide_risk(lbar, rho, psi2=3.0):
    bias, variance = dd.wide_bias_variance(RELU, psi2, lbar)
    return bias + variance / rho


@pytest.mark.parametrize("psi2", [0.5, 3.0, 10.0])
def test_no_ridge_is_best_above_the_threshold_and_some_ridge_below(psi2):
    threshold = dd.snr_threshold(RELU)
    for factor, sign in ((1.2, 1), (0.8, -1)):
        slope = (
            wide_risk(1e-4, factor * threshold, psi2) - wide_risk(0, factor * threshold, psi2)
        ) / 1e-4
        assert sign * slope > 0
    flat = (wide_risk(1e-4, threshold, psi2) - wide_risk(0, threshold, psi2)) / 1e-4
    assert abs(flat) < 0.01 * abs(slope)


@pytest.mark.parametrize("psi2", [0.5, 3.0, 10.0])
@pytest.mark.parametrize("factor", [0.07, 0.3, 0.8])
def test_best_ridge_of_wide_networks_is_that_of_plain_ridge_regression(psi2, factor):
    """Plain ridge regression is best at ``ridge = g/rho``, so here at ``lbar = (zeta^2/rho -
    1)/psi2``.
    """
    rho = factor * dd.snr_threshold(RELU)
    best = minimize_scalar(
        wide_risk, bounds=(0, 50), args=(rho, psi2), method="bounded", options={"xatol": 1e-10}
    )
    assert best.x == pytest.approx((1 / factor - 1) / psi2, rel=1e-4)


@pytest.mark.parametrize(
    ("rho", "lbar", "risk", "ridgeless"),
    [(0.8 * ZETA**2, 0.09, 0.1729, 0.1742), (0.2, 3.97, 0.654, 1.639)],
)
def test_wide_risk_has_its_known_digits(rho, lbar, risk, ridgeless):
    """Best of a coarse grid of ridges, at psi2 = 3; the minimum itself lies at lbar = 0.0833 and
    4.253, hardly lower.
    """
    digits = 6e-5 if rho > 1 else 6e-4
    assert wide_risk(lbar, rho) == pytest.approx(risk, abs=digits)
    assert wide_risk(0, rho) == pytest.approx(ridgeless, abs=digits)
    assert 0 <= wide_risk(lbar, rho) - wide_risk((ZETA**2 / rho - 1) / 3, rho) < 1e-3 * risk


@pytest.mark.parametrize(
    ("psi2", "risk", "precision"),
    [(1, 0.700, 6e-4), (2.9, 10.26, 6e-3), (3.1, 10.49, 6e-3), (10, 0.293, 6e-4)],
)
def test_ridgeless_risk_against_samples_has_its_known_digits(psi2, risk, precision):
    """At N/d = 3 and signal-to-noise ratio 5."""
    bias, variance = dd.bias_variance(RELU, 3, psi2, 0)
    assert bias + variance / 5 == pytest.approx(risk, abs=precision)


def test_double_descent_and_its_regularised_remedy():
    ratios = [0.2, 0.5, 0.8, 0.95, 1.05, 1.25, 2, 4]
    risks = [dd.bias_variance(RELU, 3 * ratio, 3, 0)[0] for ratio in ratios]
    assert np.argmin(risks) == len(ratios) - 1
    assert risks[1] < min(risks[0], risks[2])
    best = []
    for ratio in ratios:
        model = dd.proportional(RELU, 3 * ratio, 3)
        errors = [model.errors(3 * ratio * lam, 1.0, 0.2).test for lam in np.logspace(-4, 1, 60)]
        best.append(min(errors))
    assert all(np.diff(best) < 0)


@pytest.mark.parametrize(
    ("g", "ridge"), [(0.5, 0.0), (0.5, 0.1), (0.9, 0.3), (1.0, 0.2), (2.0, 0.5), (0.1, 10.0)]
)
def test_plain_ridge_against_random_matrices(g, ridge):
    """Given X both errors are traces; one matrix is enough."""
    d = 300
    n = round(d / g)
    inputs = np.random.default_rng(9).standard_normal((n, d))
    values = np.linalg.eigvalsh(inputs.T @ inputs / n)
    bias, variance = dd.ridge_bias_variance(g, ridge)
    assert bias == pytest.approx(np.mean(ridge**2 / (values + ridge) ** 2), rel=0.02)
    assert variance == pytest.approx(np.sum(values / (values + ridge) ** 2) / n, rel=0.02)


def test_plain_ridge_against_simulated_regressions():
    """The whole chain once: draw, fit, measure. Fitting signal and noise separately gives bias and
    variance.
    """
    rng, n, d, ridge, found = np.random.default_rng(10), 300, 150, 0.2, []
    for _ in range(40):
        inputs, teacher = rng.standard_normal((n, d)), on_sphere(rng.standard_normal(d))
        parts = np.column_stack([inputs @ teacher, rng.standard_normal(n)])
        fits = np.linalg.solve(inputs.T @ inputs / n + ridge * np.eye(d), inputs.T @ parts / n)
        found.append([np.sum((fits[:, 0] - teacher) ** 2), np.sum(fits[:, 1] ** 2)])
    assert np.mean(found, axis=0) == pytest.approx(dd.ridge_bias_variance(d / n, ridge), rel=0.03)


def test_ridgeless_regression_beyond_interpolation_is_refused():
    with pytest.raises(UserError, match="positive ridge"):
        dd.ridge_bias_variance(1.0, 0.0)
    assert dd.ridge_bias_variance(0.5, 1e-12) == pytest.approx(
        dd.ridge_bias_variance(0.5, 0.0), abs=1e-9
    )


@pytest.mark.parametrize(("ratio", "lam"), [(0.5, 1e-3), (2, 1e-3), (4, 1e-3), (1, 1e-1)])
def test_risk_is_that_of_simulated_regressions(ratio, lam):
    """ReLU features on the sphere at d = 80, as the authors define them; the mean activation costs
    a few per cent here.
    """
    d, n = 80, 240
    width, rng, found = round(ratio * n), np.random.default_rng(11), []
    for _ in range(12):
        first, teacher = (
            on_sphere(rng.standard_normal((width, d)), math.sqrt(d)),
            on_sphere(rng.standard_normal(d)),
        )
        inputs, fresh = (
            on_sphere(rng.standard_normal((rows, d)), math.sqrt(d)) for rows in (n, 1000)
        )
        f, g = (RELU(x @ first.T / math.sqrt(d)) for x in (inputs, fresh))
        readout = np.linalg.solve(
            f.T @ f + n * width * lam / d * np.eye(width), f.T @ (inputs @ teacher)
        )
        found.append(
            [
                np.mean((fresh @ teacher - g @ readout) ** 2),
                np.mean((inputs @ teacher - f @ readout) ** 2),
            ]
        )
    risk, train = np.mean(found, axis=0)
    model = dd.proportional(RELU, width / d, n / d)
    assert risk == pytest.approx(dd.bias_variance(RELU, width / d, n / d, lam)[0], rel=0.08)
    assert train == pytest.approx(model.errors(width / d * lam, 1.0, 0.0).train, rel=0.12)
