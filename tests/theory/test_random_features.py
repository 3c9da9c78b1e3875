"""The resolvent of random features: published digits, the equations it solves, and random
matrices.
"""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.theory.random_features import RandomFeatures

C1, C = float(SHIFTED_RELU.hermite[1]), SHIFTED_RELU.nonlinear

# Shifted ReLU; errors for a target with a linear part of norm 1 and label variance 1 beyond it.
TRACES = [
    # phi, psi, ridge, M1, M2, tau
    (0.3, 0.6, 0.01, 54.889312, 16.959860, 0.097786),
    (0.5, 1.0, 0.1, 6.872823, 4.181620, 0.374565),
    (0.1, 0.05, 0.001, 9.747650, 0.380668, 0.504874),
]
ERRORS = [
    # phi, psi, ridge, objective, train, test
    (0.3, 0.6, 0.01, 0.718492, 0.652290, 2.165035),
    (0.5, 1.0, 0.1, 1.105444, 0.896749, 1.898457),
    (0.1, 0.05, 0.001, 0.010128, 0.000200, 2.101320),
]
# phi, psi on both sides of 1 and of each other
models = st.builds(
    RandomFeatures, st.floats(0.05, 5), st.floats(0.05, 5), st.floats(0.1, 2), st.floats(0.1, 2)
)
ridges = st.floats(-4, 1).map(lambda power: 10**power)


@pytest.mark.parametrize(("phi", "psi", "ridge", "m1", "m2", "tau"), TRACES)
def test_traces_have_their_known_digits(phi, psi, ridge, m1, m2, tau):
    found = RandomFeatures(phi, psi, C1, C).traces(ridge)
    assert found.m1 == pytest.approx(m1, abs=6e-7)
    assert found.m2 == pytest.approx(m2, abs=6e-7)
    assert found.tau == pytest.approx(tau, abs=6e-7)


@pytest.mark.parametrize(("phi", "psi", "ridge", "objective", "train", "test"), ERRORS)
def test_errors_have_their_known_digits(phi, psi, ridge, objective, train, test):
    found = RandomFeatures(phi, psi, C1, C).errors(ridge, 1.0, 1.0)
    assert [found.objective, found.train, found.test] == pytest.approx(
        [objective, train, test], abs=6e-7
    )


@given(model=models, ridge=ridges)
def test_traces_solve_the_three_equations(model, ridge):
    t = model.traces(ridge)
    assert min(t.m1, t.m2, t.tau) > 0
    assert t.m1 <= 1 / ridge * (1 + 1e-12)
    assert t.tau == pytest.approx(
        1 - model.psi / model.phi * (1 - ridge * t.m1), rel=1e-9, abs=1e-12
    )
    assert t.m2 == pytest.approx(t.m1 / (1 + t.tau * model.linear**2 * t.m1 / model.psi), rel=1e-9)
    assert t.tau * (1 + model.linear**2 * t.m2 + model.nonlinear**2 * t.m1) == pytest.approx(
        1, rel=1e-7
    )


@given(model=models, ridge=ridges)
def test_traces_solve_the_pair_of_equations_in_the_papers_variables(model, ridge):
    """Moniri et al. write the same fixed point as a pair of polynomial equations in ``m_i =
    (phi/psi) M_i``.
    """
    t, phi, psi = model.traces(ridge), model.phi, model.psi
    a, b = model.linear**2, model.nonlinear**2
    m1, m2 = phi / psi * t.m1, phi / psi * t.m2
    last = a * m1 * m2 * (psi / phi * ridge * m1 - 1)
    first = phi * (m1 - m2) * (b * m1 + a * m2)
    assert first + last == pytest.approx(0, abs=1e-7 * (abs(first) + abs(last)))
    second = phi / psi * (a * m1 * m2 + phi * (m2 - m1))
    size = phi / psi * (a * m1 * m2 + phi * (m2 + m1)) + abs(last)
    assert second + last == pytest.approx(0, abs=1e-7 * size)


@given(model=models, ridge=st.floats(-2, 1).map(lambda power: 10**power))
@settings(max_examples=60)
def test_derivatives_are_those_of_the_traces(model, ridge):
    step = 1e-4 * ridge
    low, at, high = (model.traces(ridge + k * step) for k in (-1, 0, 1))
    for name in ("m1", "m2", "tau"):
        slope = (getattr(high, name) - getattr(low, name)) / (2 * step)
        assert getattr(at, f"d{name}") == pytest.approx(slope, rel=1e-4, abs=1e-7)


def test_traces_at_high_precision():
    """The root of the same equations in 40 digits."""
    with mpmath.workdps(40):
        phi, psi, ridge = mpmath.mpf(3) / 10, mpmath.mpf(6) / 10, mpmath.mpf(1) / 100
        a, b = mpmath.mpf(1) / 4, mpmath.mpf(1) / 4 - 1 / (2 * mpmath.pi)

        def equations(m1, m2, tau):
            return (
                tau - 1 + psi / phi * (1 - ridge * m1),
                m2 * (1 + tau * a * m1 / psi) - m1,
                tau * (1 + a * m2 + b * m1) - 1,
            )

        exact = [float(root) for root in mpmath.findroot(equations, (55, 17, mpmath.mpf("0.1")))]
    t = RandomFeatures(0.3, 0.6, C1, C).traces(0.01)
    assert [t.m1, t.m2, t.tau] == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("ridge", [0.0, -0.1])
def test_a_ridge_that_is_not_positive_is_refused(ridge):
    with pytest.raises(UserError, match="positive ridge"):
        RandomFeatures(0.3, 0.6, C1, C).traces(ridge)


@given(model=models, ridge=ridges, signal=st.floats(0, 3), rest=st.floats(0.01, 3))
def test_errors_are_ordered(model, ridge, signal, rest):
    """The objective exceeds the training error; no model sees less than the unlearnable part in
    test.
    """
    found = model.errors(ridge, signal, rest)
    bias, variance = model.bias_variance(ridge)
    assert 0 < found.train < found.objective
    assert found.test == pytest.approx(signal * bias + rest * (1 + variance), rel=1e-8)
    assert found.test >= rest
    assert bias >= 0


def features(model, n, rng, rows, first, linear_plus_noise):
    inputs = rng.standard_normal((rows, first.shape[1]))
    if linear_plus_noise:
        return inputs, model.linear * inputs @ first.T + model.nonlinear * rng.standard_normal(
            (rows, len(first))
        )
    return inputs, SHIFTED_RELU(inputs @ first.T)


@pytest.mark.parametrize(
    ("n", "d", "width"), [(600, 180, 300), (400, 200, 200), (300, 150, 600), (300, 450, 225)]
)
@pytest.mark.parametrize("linear_plus_noise", [True, False], ids=["surrogate", "relu"])
def test_traces_are_those_of_random_matrices(n, d, width, linear_plus_noise):
    model, ridge, rng = RandomFeatures(d / n, d / width, C1, C), 0.05, np.random.default_rng(1)
    first = on_sphere(rng.standard_normal((width, d)))
    inputs, f = features(model, n, rng, n, first, linear_plus_noise)
    resolvent = np.linalg.inv(f @ f.T + ridge * n * np.eye(n))
    t = model.traces(ridge)
    # One matrix is enough: traces fluctuate by order 1/n. ReLU features have finite-size terms
    # besides.
    assert np.trace(resolvent) == pytest.approx(t.m1, rel=0.01 if linear_plus_noise else 0.03)
    assert np.trace(inputs.T @ resolvent @ inputs) / d == pytest.approx(t.m2, rel=0.02)
    assert ridge * np.trace(
        np.linalg.inv(f.T @ f / n + ridge * np.eye(width))
    ) / width == pytest.approx(t.tau, rel=0.02)


@pytest.mark.parametrize(
    ("n", "d", "width", "ridge"),
    [(400, 120, 200, 0.01), (300, 150, 150, 0.1), (300, 150, 450, 0.1)],
)
def test_errors_are_those_of_simulated_regressions(n, d, width, ridge):
    model, rng = RandomFeatures(d / n, d / width, C1, C), np.random.default_rng(2)
    found = []
    for _ in range(12):
        first = on_sphere(rng.standard_normal((width, d)))
        inputs, f = features(model, n, rng, n, first, linear_plus_noise=False)
        test_inputs, g = features(model, n, rng, 2000, first, linear_plus_noise=False)
        teacher = on_sphere(rng.standard_normal(d))
        labels = inputs @ teacher + rng.standard_normal(n)
        readout = np.linalg.solve(f.T @ f + ridge * n * np.eye(width), f.T @ labels)
        train = np.mean((labels - f @ readout) ** 2)
        # Test noise enters by its variance: it would only blur the comparison.
        found.append(
            [
                train + ridge * readout @ readout,
                train,
                np.mean((test_inputs @ teacher - g @ readout) ** 2) + 1,
            ]
        )
    expected = model.errors(ridge, 1.0, 1.0)
    deviation = np.mean(found, axis=0) / [expected.objective, expected.train, expected.test] - 1
    assert np.abs(deviation).max() < 0.05, deviation


@given(model=models, ridge=ridges, signal=st.floats(0, 3), rest=st.floats(0.01, 3))
def test_the_readout_is_what_the_objective_exceeds_the_training_error_by(
    model, ridge, signal, rest
):
    found = model.errors(ridge, signal, rest)
    assert found.train + ridge * model.readout_power(ridge, signal, rest) == pytest.approx(
        found.objective, rel=1e-9
    )


def test_the_readout_of_a_simulated_regression():
    rng, n, d, width, ridge = np.random.default_rng(3), 1200, 360, 600, 0.05
    inputs, beta = rng.standard_normal((n, d)), on_sphere(rng.standard_normal(d))
    features = SHIFTED_RELU(inputs @ on_sphere(rng.standard_normal((width, d))).T)
    labels = inputs @ beta + 0.5 * rng.standard_normal(n)
    readout = np.linalg.solve(
        features.T @ features + ridge * n * np.eye(width), features.T @ labels
    )
    expected = RandomFeatures(d / n, d / width, C1, C).readout_power(ridge, 1.0, 0.25)
    assert readout @ readout == pytest.approx(expected, rel=0.06)
