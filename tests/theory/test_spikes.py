"""What one large step gains: known digits, the theorem as the limit, an exact oracle, and simulated
feature matrices.
"""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.activations import RELU, SHIFTED_RELU, SQUARE, TANH, Activation
from feature_learning.networks.initialisation import first_layer, second_layer
from feature_learning.networks.named import activation as named
from feature_learning.papers.moniri2023.limits import limit_gains, projected_power
from feature_learning.papers.moniri2023.spikes import Features, Spikes, alignment, gradient_scale
from feature_learning.training.giant_step import first_layer_gradient
from feature_learning.training.second_layer import ridge as fitted

C1, C = float(SHIFTED_RELU.hermite[1]), SHIFTED_RELU.nonlinear
MODEL = Features.of(SHIFTED_RELU, 0.3, 0.6)
TASKS = {1: Link.monic(0, 1, noise_variance=1), 2: Link.monic(0, 1, 1 / math.sqrt(2))}
# The infinite-step theorem of Moniri et al. (training, l = 1, 2) and its test counterpart.
LIMITS = [
    # phi, psi, ridge, objective l=1, test l=1, Setting 2: objective l=2, test l=2
    (0.3, 0.6, 0.01, 0.105999, 0.295770, 0.248940, 0.736344),
    (0.5, 1.0, 0.1, 0.209081, 0.317685, 0.323628, 0.528200),
    (0.1, 0.05, 0.001, 0.000317, 0.032969, 0.004830, 0.987486),
]
# Gains at a finite step: n = 1000, N = 500, d = 300, ridge 0.01, eta = n^alpha.
FINITE = [
    # task, degrees, alpha, objective, test, learned fraction of H_2
    (2, (1, 2), 0.0, 0.01517, 0.04407, 0.0002),
    (2, (1, 2), 0.1, 0.04353, 0.12577, 0.0025),
    (2, (1, 2), 0.2, 0.09591, 0.28298, 0.0348),
    (2, (1, 2), 0.29, 0.18844, 0.56788, 0.1693),
    (2, (1, 2), 0.39, 0.2414, 0.71622, 0.2519),
    (1, (1,), 0.0, 0.01508, 0.04376, 0.0),
    (1, (1,), 0.1, 0.04215, 0.12093, 0.0),
    (1, (1,), 0.2, 0.07679, 0.21702, 0.0),
    (1, (1,), 0.29, 0.09552, 0.26776, 0.0),
    (1, (1,), 0.39, 0.10316, 0.28820, 0.0),
]
# Outliers of F/sqrt n in Setting 1 at the same sizes.
OUTLIERS = [
    # alpha, number of the outlier, value, its power of u, squared cosine and that number's
    # precision
    (0.2, 0, 1.6287, 1, 0.7553, 6e-5),
    (0.29, 0, 2.5422, 1, 0.9358, 6e-5),
    (0.39, 0, 4.7765, 1, 0.9843, 6e-5),
    (0.39, 1, 2.4574, 2, 0.930, 6e-4),
    (0.45, 0, 7.1450, 1, 0.9932, 6e-5),
]


@pytest.mark.parametrize(
    ("phi", "psi", "ridge", "objective1", "test1", "objective2", "test2"), LIMITS
)
def test_limits_have_their_known_digits(phi, psi, ridge, objective1, test1, objective2, test2):
    model = Features.of(SHIFTED_RELU, phi, psi)
    for task in (1, 2):
        assert limit_gains(model, TASKS[task], 1, ridge) == pytest.approx(
            (objective1, test1), abs=6e-7
        )
    assert limit_gains(model, TASKS[2], 2, ridge) == pytest.approx((objective2, test2), abs=6e-7)


@pytest.mark.parametrize(("phi", "psi", "ridge"), [row[:3] for row in LIMITS])
def test_limits_are_the_theorems_expressions(phi, psi, ridge):
    """Setting 2 in the paper's variables ``m_i = (phi/psi) M_i``; the 4/3 is the part of u^2 that
    no constant can take.
    """
    model, link = Features.of(SHIFTED_RELU, phi, psi), TASKS[2]
    t, scale = model.traces(ridge), link.linear**2 + phi * (link.square_norm + link.noise_variance)
    first = psi / phi * ridge * link.linear**4 * (phi / psi * t.m2) / scale
    second = (
        4
        * psi
        * ridge
        * link.linear**4
        * link.monic_coefficients(2)[2] ** 2
        * (phi / psi * t.m1)
        / (3 * phi * scale**2)
    )
    assert limit_gains(model, link, 1, ridge)[0] == pytest.approx(first, rel=1e-12)
    assert limit_gains(model, link, 2, ridge)[0] == pytest.approx(first + second, rel=1e-12)
    # the activation has no H_3
    assert limit_gains(model, link, 3, ridge) == limit_gains(model, link, 2, ridge)
    assert limit_gains(model, link, 4, ridge)[0] > first + second
    assert limit_gains(model, link, 0, ridge) == (0.0, 0.0)


def test_a_linear_target_gains_nothing_beyond_the_first_spike():
    assert limit_gains(MODEL, TASKS[1], 4, 0.01) == pytest.approx(
        limit_gains(MODEL, TASKS[1], 1, 0.01), rel=1e-12
    )


@pytest.mark.parametrize(("task", "degrees", "alpha", "objective", "test", "learned"), FINITE)
def test_finite_steps_have_their_known_digits(task, degrees, alpha, objective, test, learned):
    found = Spikes(MODEL, TASKS[task], 500, 1000**alpha, degrees).gain(0.01)
    assert found.objective == pytest.approx(objective, abs=6e-6)
    assert found.test == pytest.approx(test, abs=6e-6)
    assert found.learned_h2 == pytest.approx(learned, abs=6e-5)


def test_learned_fraction_of_h2_has_its_limits():
    """``(2/3) rho^4`` with two spikes, which is 0.260417 here; nothing with one."""
    rho = alignment(TASKS[2], 0.3)
    learned = Spikes(MODEL, TASKS[2], 500, 1e6, (1, 2)).gain(0.01).learned_h2
    assert learned == pytest.approx(2 / 3 * rho**4, rel=1e-6)
    assert learned == pytest.approx(0.260417, abs=6e-7)
    assert Spikes(MODEL, TASKS[2], 500, 1e6, (1,)).gain(0.01).learned_h2 == pytest.approx(
        0, abs=1e-12
    )


@given(
    phi=st.floats(0.05, 2),
    psi=st.floats(0.05, 2),
    ridge=st.floats(-3, 0).map(lambda power: 10**power),
    quadratic=st.floats(-1.5, 1.5),
    cubic=st.floats(-1, 1),
    noise=st.floats(0, 2),
    degree=st.sampled_from([1, 2, 4]),
)
@settings(max_examples=60)
def test_huge_steps_gain_what_the_theorem_says(phi, psi, ridge, quadratic, cubic, noise, degree):
    model, link = (
        Features.of(SHIFTED_RELU, phi, psi),
        Link.monic(0, 1, quadratic, cubic, noise_variance=noise),
    )
    found = Spikes(model, link, 500, 1e9, tuple(range(1, degree + 1))).gain(ridge)
    objective, test = limit_gains(model, link, degree, ridge)
    assert found.objective == pytest.approx(objective, rel=1e-6)
    assert found.test == pytest.approx(test, rel=1e-6)


def _oracle(link, width, eta, degrees, ridge):
    """``D = q^T tau S (I + G tau S)^-1 q`` written out in 60 digits, its derivative in the ridge by
    differences.
    """
    hermite = [mpmath.mpf(float(c)) for c in SHIFTED_RELU.hermite]
    scale, rho = mpmath.mpf(gradient_scale(link, 0.3)), mpmath.mpf(alignment(link, 0.3))

    def moment(power):
        return mpmath.mpf(0) if power % 2 else mpmath.fac2(power - 1)

    def projected(power, degree):  # E g^power H_degree(g), by the recursion of Hermite polynomials
        if degree < 2:
            return moment(power + degree)
        return projected(power + 1, degree - 1) - (degree - 1) * projected(power, degree - 2)

    a, b, phi, psi = mpmath.mpf(C1) ** 2, mpmath.mpf(C) ** 2, mpmath.mpf("0.3"), mpmath.mpf("0.6")

    def d_value(lam):
        def equation(m):
            tau = 1 - psi / phi * (1 - lam * m)
            return tau * (1 + a * m / (1 + tau * a * m / psi) + b * m) - 1

        m1 = mpmath.findroot(equation, mpmath.mpf(MODEL.traces(ridge).m1))
        tau = 1 - psi / phi * (1 - lam * m1)
        m2 = m1 / (1 + tau * a * m1 / psi)
        size = [hermite[1] ** k * hermite[k] * (mpmath.mpf(eta) * scale) ** k for k in degrees]
        count = range(len(degrees))
        s, g, q = (
            mpmath.zeros(len(degrees)),
            mpmath.zeros(len(degrees)),
            mpmath.zeros(len(degrees), 1),
        )
        for i in count:
            for j in count:
                k, m = degrees[i], degrees[j]
                s[i, j] = (
                    size[i]
                    * size[j]
                    * mpmath.mpf(width) ** (1 - mpmath.mpf(k + m) / 2)
                    * moment(k + m)
                )
                g[i, j] = moment(k + 1) * moment(m + 1) * (m2 - m1) + moment(k + m) * m1
            tail = sum(
                c * rho**m * projected(degrees[i], m)
                for m, c in enumerate(link.polynomial)
                if m > 1
            )
            q[i] = link.linear * rho * moment(degrees[i] + 1) * m2 + m1 * tail
        kernel = tau * s * (mpmath.eye(len(degrees)) + g * tau * s) ** -1
        return (q.T * kernel * q)[0], m1

    with mpmath.workdps(60):
        at, step = mpmath.mpf(ridge), mpmath.mpf(ridge) * mpmath.mpf(10) ** -20
        value, m1 = d_value(at)
        slope = (d_value(at + step)[0] - d_value(at - step)[0]) / (2 * step)
        return float(at * value), float(-(at**2) * slope), float(-slope / m1**2)


@pytest.mark.parametrize("degrees", [(1,), (1, 2), (1, 2, 4)])
@pytest.mark.parametrize(
    ("width", "eta"), [(500, 1e-3), (500, 6.0), (500, 1e6), (5e13, 1.0), (5e13, 1e7)]
)
def test_gains_at_high_precision(degrees, width, eta):
    """Steps and widths as far as the staircase figure goes, where naive inverses cancel."""
    found = Spikes(MODEL, TASKS[2], width, eta, degrees).gain(0.01)
    exact = _oracle(TASKS[2], width, eta, degrees, 0.01)
    assert [found.objective, found.train, found.test] == pytest.approx(exact, rel=1e-8)


def test_no_step_gains_nothing():
    found = Spikes(MODEL, TASKS[2], 500, 0.0, (1, 2))
    assert (found.gain(0.01).objective, found.gain(0.01).test, found.gain(0.01).learned_h2) == (
        0.0,
        0.0,
        0.0,
    )
    assert found.outliers() == []
    # a degree that the activation lacks
    assert Spikes(MODEL, TASKS[2], 500, 5.0, (3,)).outliers() == []


@pytest.mark.parametrize(("alpha", "number", "value", "power", "cosine", "precision"), OUTLIERS)
def test_outliers_have_their_known_digits(alpha, number, value, power, cosine, precision):
    found = Spikes(MODEL, TASKS[1], 500, 1000**alpha, (1, 2)).outliers()
    assert found[number].value == pytest.approx(value, abs=6e-5)
    assert found[number].alignments[power - 1] == pytest.approx(cosine, abs=precision)


@pytest.mark.parametrize(("alpha", "count"), [(0.05, 0), (0.2, 1), (0.29, 1), (0.39, 2)])
def test_spikes_leave_the_bulk_one_by_one(alpha, count):
    """At n = 1000 the second spike is still inside at alpha = 0.29, although the theorem's range
    for it starts at 1/4.
    """
    found = Spikes(MODEL, TASKS[1], 500, 1000**alpha, (1, 2)).outliers()
    assert len(found) == count
    assert [outlier.value for outlier in found] == sorted(
        (outlier.value for outlier in found), reverse=True
    )
    assert all(outlier.value > MODEL.bulk_edge for outlier in found)


def test_an_outlier_is_not_looked_for_inside_the_bulk():
    with pytest.raises(UserError, match="inside the bulk"):
        MODEL.traces_beyond_edge(1.0)


def _spiked_batch(rng, link, eta, n=1000, d=300, width=500):
    """Linear-plus-noise features with the spikes of degrees 1 and 2 added, as the formulas assume
    them.
    """
    # The limits of the norms of a and u are imposed: they fluctuate by 3 % here, and the outlier
    # with them.
    first, second = (
        on_sphere(rng.standard_normal((width, d))),
        on_sphere(rng.standard_normal(width)),
    )
    teacher = on_sphere(rng.standard_normal(d))
    step_inputs = rng.standard_normal((n, d))
    beta = step_inputs.T @ link.labels(step_inputs @ teacher, rng) / n
    inputs = rng.standard_normal((n, d))
    u = on_sphere(inputs @ beta, gradient_scale(link, d / n) * math.sqrt(n))
    untrained = C1 * inputs @ first.T + C * rng.standard_normal((n, width))
    spikes = sum(
        C1**k * float(SHIFTED_RELU.hermite[k]) * eta**k * np.outer(u**k, second**k) for k in (1, 2)
    )
    return untrained, untrained + spikes, u, link.labels(inputs @ teacher, rng)


@pytest.mark.slow
def test_outliers_are_those_of_random_matrices():
    rng, found = np.random.default_rng(7), []
    for _ in range(4):
        _, features, u, _ = _spiked_batch(rng, TASKS[1], 1000**0.39)
        values, vectors = np.linalg.eigh(features.T @ features / len(u))
        first, second = features @ vectors[:, -1], features @ vectors[:, -2]
        cosines = [(v @ w) ** 2 / (v @ v) / (w @ w) for v, w in ((first, u), (second, u**2))]
        found.append(
            [math.sqrt(values[-1]), math.sqrt(values[-2]), math.sqrt(values[-3]), *cosines]
        )
    largest, next_largest, bulk, cosine, second_cosine = np.mean(found, axis=0)
    first, second = Spikes(MODEL, TASKS[1], 500, 1000**0.39, (1, 2)).outliers()
    assert largest == pytest.approx(first.value, rel=0.02)
    # u^4 and a^4 have heavy tails at this size
    assert next_largest == pytest.approx(second.value, rel=0.15)
    assert bulk == pytest.approx(MODEL.bulk_edge, rel=0.05)
    assert cosine == pytest.approx(first.alignments[0], abs=0.02)
    assert second_cosine == pytest.approx(second.alignments[1], abs=0.12)


@pytest.mark.slow
@pytest.mark.parametrize(("task", "alpha"), [(1, 0.2), (2, 0.2), (2, 0.33)])
def test_objective_gains_are_those_of_random_matrices(task, alpha):
    """``lam y^T R y`` with and without the spikes, on the same draws."""
    rng, ridge, gains = np.random.default_rng(8), 0.01, []
    for _ in range(6):
        untrained, trained, u, labels = _spiked_batch(rng, TASKS[task], 1000**alpha)
        n = len(u)
        objectives = []
        for features in (untrained, trained):
            projected = features.T @ labels
            readout = np.linalg.solve(
                features.T @ features + ridge * n * np.eye(features.shape[1]), projected
            )
            objectives.append((labels @ labels - projected @ readout) / n)
        gains.append(objectives[0] - objectives[1])
    expected = Spikes(MODEL, TASKS[task], 500, 1000**alpha, (1, 2)).gain(ridge).objective
    assert np.mean(gains) == pytest.approx(expected, rel=0.12)


def _simulated(activation: Activation, link: Link, alphas: list[float], seed: int) -> list[float]:
    """The gain in test error of a trained network over an untrained one, at n = 1000, d = 300, N =
    500, ridge 0.01.
    """
    n, d, width, penalty, rng = 1000, 300, 500, 0.01, np.random.default_rng(seed)
    beta, first, second = (
        on_sphere(rng.standard_normal(d)),
        first_layer(width, d, "sphere", rng),
        second_layer(width, rng),
    )
    inputs, fresh, test = (rng.standard_normal((size, d)) for size in (n, n, 4000))
    labels, refit, truth = (link.labels(x @ beta, rng) for x in (inputs, fresh, test))
    gradient = first_layer_gradient(inputs, inputs @ first.T, labels, second, activation, np)
    errors = []
    for eta in (0.0, *(n**alpha for alpha in alphas)):
        updated = first + eta * gradient
        readout = fitted(activation(fresh @ updated.T), refit, penalty * n)
        errors.append(float(((truth - activation(test @ updated.T) @ readout) ** 2).mean()))
    return [errors[0] - error for error in errors[1:]]


@pytest.mark.parametrize(
    "link", [Link.of(lambda z: np.tanh(3 * z)), TASKS[2]], ids=["tanh", "task 2"]
)
def test_the_gain_of_another_activation_is_that_of_simulations(link):
    """The spikes of a tanh are of degrees 1 and 3; with the sizes of a ReLU's the gain would be a
    fifth smaller.
    """
    alphas = [0.1, 0.2]
    found = np.array([_simulated(TANH, link, alphas, seed) for seed in range(4)])
    model = Features.of(TANH, 0.3, 0.6)
    expected = np.array(
        [Spikes(model, link, 500, 1000**alpha, (1, 2, 3)).gain(0.01).test for alpha in alphas]
    )
    errors = found.std(axis=0, ddof=1) / 2
    assert (np.abs(found.mean(axis=0) - expected) < 3 * errors + 0.05 * expected).all()
    relu = Features(0.3, 0.6, model.linear, model.nonlinear, SHIFTED_RELU)
    wrong = np.array(
        [Spikes(relu, link, 500, 1000**alpha, (1,)).gain(0.01).test for alpha in alphas]
    )
    assert (wrong < 0.85 * expected).all()


def test_the_power_that_the_spikes_carry():
    """``(4/3) cs_2^2 rho^4`` of a quadratic part; all of a cubic one but its overlap with the
    linear part of u^3, ``6^2/(15 - 9)``.
    """
    assert projected_power(SHIFTED_RELU, TASKS[2], 0.8, 2) == pytest.approx(4 / 3 * 0.5 * 0.8**4)
    cubic = Link.monic(0, 1, 0, 0.5)
    assert projected_power(TANH, cubic, 0.8, 3) == pytest.approx((0.5 * 0.8**3 * 6) ** 2 / (15 - 9))
    assert (
        projected_power(TANH, cubic, 0.8, 2) == projected_power(SHIFTED_RELU, cubic, 0.8, 3) == 0.0
    )


@pytest.mark.parametrize(
    ("activation", "said"), [(RELU, "without a mean, and relu has c_0"), (SQUARE, "without a mean")]
)
def test_an_activation_that_the_theory_does_not_cover_is_refused(activation, said):
    with pytest.raises(UserError, match=said):
        Features.of(activation, 0.3, 0.6)


def test_an_activation_without_a_linear_part_is_refused():
    with pytest.raises(UserError, match="c_1 = 0"):
        Features.of(named("monic_0_0_1"), 0.3, 0.6)


def test_a_target_with_a_mean_is_refused():
    """Simulated gains are up to ten times the formula's then: the mean of the labels moves neurons
    along their weights.
    """
    link = Link.monic(0.7, 1, 0.5)
    for call in (
        lambda: Spikes(MODEL, link, 500, 1.0, (1, 2)),
        lambda: limit_gains(MODEL, link, 1, 0.01),
    ):
        with pytest.raises(UserError, match=r"target without a mean, .* 0\.7 of degree 0"):
            call()
    assert Spikes(MODEL, link.centred(), 500, 1.0, (1, 2)).gain(0.01).test > 0
