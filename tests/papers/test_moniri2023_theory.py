"""Moniri et al.: the theory at finite size has its known digits, and the exact moments are those of
samples.
"""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtri

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import SHIFTED_RELU, TANH
from feature_learning.networks.named import activation, link
from feature_learning.papers.moniri2023.expansion import expansion
from feature_learning.papers.moniri2023.experiments.barrier import least
from feature_learning.papers.moniri2023.experiments.growth import Onset, onset_step
from feature_learning.papers.moniri2023.finite import OneStep
from feature_learning.papers.moniri2023.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.model import spikes_kept
from feature_learning.papers.moniri2023.networks import NETWORKS, Network
from feature_learning.papers.moniri2023.outliers import even_outlier, linear_outlier, weight_outlier
from feature_learning.papers.moniri2023.population import (
    learned_quadratic,
    linear_test_error,
    neurons,
)
from feature_learning.papers.moniri2023.same_batch import SameBatch
from feature_learning.papers.moniri2023.spikes import Features, Spikes, spikes_norm
from feature_learning.pipeline.declare.catalogue import load

TASKS = {1: link("he1").with_noise(1.0), 2: link("monic_0_1_0.7071067811865475")}

MODEL = Features.of(SHIFTED_RELU, 0.3, 0.6)
RIDGE = 0.01


def step(
    network: str, task: int = 2, alpha: float = 0.29, n: float = 1000, model: Features = MODEL
) -> OneStep:
    eta = n**alpha if math.isfinite(alpha) else 0.0
    return OneStep(model, TASKS[task], NETWORKS[network], model.phi * n, eta)


def test_untrained_features_see_a_little_of_the_quadratic_part():
    found = step("slides", alpha=-math.inf)
    t = found._traces(RIDGE)
    assert (t.m1, t.tau, t.m2, t.m3) == pytest.approx(
        (54.902184, 0.098044, 16.930288, 54.642971), rel=1e-5
    )
    errors = found.untrained(RIDGE)
    assert (errors.objective, errors.test) == pytest.approx((0.715733, 2.153944), abs=6e-7)
    assert found.learned_h2(RIDGE) == pytest.approx(0.004721, abs=6e-7)
    small = OneStep(Features.of(SHIFTED_RELU, 0.1, 0.2), TASKS[2], NETWORKS["slides"], 100, 0.0)
    assert small.untrained(RIDGE).test == pytest.approx(1.6112, abs=6e-5)
    assert min(small.untrained(ridge).test for ridge in (0.2, 0.22, 0.24)) == pytest.approx(
        1.1945, abs=1e-4
    )


def test_without_that_part_and_a_step_it_is_the_proportional_limit():
    """The same model at a dimension that hides the quadratic features."""
    for task in (1, 2):
        found, expected = (
            step("slides", task, -math.inf, 1e12).untrained(RIDGE),
            MODEL.errors(RIDGE, 1.0, 1.0),
        )
        assert (found.objective, found.train, found.test) == pytest.approx(
            (expected.objective, expected.train, expected.test), rel=1e-6
        )


def test_the_expansion_after_a_step():
    found = step("slides")
    assert found.scale == pytest.approx(1.324858, abs=6e-7)
    assert found.noise == pytest.approx(0.175563, abs=6e-7)
    sizes, tilt = found._expansion.sizes, found._expansion.tilt
    assert sizes == pytest.approx([0.0299521, 0.000657501, 0.0000363742], rel=1e-5)
    assert tilt / MODEL.psi == pytest.approx(0.0108393, rel=1e-5)


def test_the_expansion_is_that_of_the_activation():
    """Its square norm, mean and tilt, by averages over g, alpha and the rest of the
    pre-activation.
    """
    shift, noise = 0.3, 0.05
    found = expansion(shift, noise)
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    share = np.outer(weights, weights) / weights.sum() ** 2
    z = ndtri((np.arange(2000) + 0.5) / 2000)
    t = shift * np.outer(nodes, nodes)
    fields = t[:, :, None] + np.sqrt(1 + noise * nodes**2)[:, None] * z
    h = SHIFTED_RELU(fields).mean(2) - t / 2
    assert float(found.sizes @ found.sizes) == pytest.approx((h**2 * share).sum(), rel=0.02)
    assert float(found.sizes @ (found.hermite[:, 0] * found.means)) == pytest.approx(
        (h * share).sum(), rel=0.02
    )
    assert found.tilt == pytest.approx((((fields > 0).mean(2) - 0.5) ** 2 * share).sum(), rel=0.02)


@pytest.mark.parametrize(
    ("network", "task", "alpha", "expected"),
    [
        ("slides", 2, 0.29, (0.17271, 0.50078, 0.15319)),
        ("simplified", 2, 0.29, (0.17263, 0.49686, 0.14528)),
        ("rank-one", 2, 0.29, (0.18570, 0.54506, 0.17025)),
        ("slides", 2, 0.39, (0.21220, 0.58514, 0.22395)),
        ("slides", 1, 0.29, (0.09162, 0.23079, 0.0)),
        ("simplified", 1, 0.29, (0.09583, 0.24443, 0.0)),
    ],
)
def test_gains_have_their_known_digits(network, task, alpha, expected):
    found = step(network, task, alpha).gain(RIDGE)
    assert (found.objective, found.test, found.learned_h2) == pytest.approx(expected, abs=6e-6)


@pytest.mark.parametrize(
    ("network", "limit", "large"),
    [("rank-one", 0.7363, 0.7360), ("simplified", 0.6355, 0.6353), ("slides", 0.5364, 0.5364)],
)
def test_the_second_level_of_each_network(network, limit, large):
    """In closed form, and at n = 10^12."""
    assert level_gains(MODEL, TASKS[2], NETWORKS[network], 2, RIDGE)[1] == pytest.approx(
        limit, abs=6e-5
    )
    assert step(network, alpha=0.32, n=1e12).gain(RIDGE).test == pytest.approx(large, abs=6e-5)


def test_the_levels_of_rank_one_weights_are_the_theorem_s():
    for degree in (1, 2):
        own = level_gains(MODEL, TASKS[2], NETWORKS["rank-one"], degree, RIDGE)
        assert own == pytest.approx(limit_gains(MODEL, TASKS[2], degree, RIDGE), rel=1e-6)
        assert level_gains(MODEL, TASKS[1], NETWORKS["simplified"], degree, RIDGE)[
            1
        ] == pytest.approx(0.29577, abs=6e-6)


@pytest.mark.parametrize("degree", [0, 7])
def test_levels_beyond_the_sixth_are_refused(degree):
    with pytest.raises(UserError, match=f"for l = 1 to 6, not {degree}"):
        level_gains(MODEL, TASKS[2], NETWORKS["simplified"], degree, RIDGE)


def test_small_steps_of_rank_one_weights_are_the_expansion_s():
    """Where two spikes are enough, and the dimension hides the quadratic features."""
    n = 1e10
    found, expected = (
        step("rank-one", 2, 0.1, n).gain(RIDGE),
        Spikes(MODEL, TASKS[2], n / 2, n**0.1, (1, 2)).gain(RIDGE),
    )
    assert (found.objective, found.test) == pytest.approx(
        (expected.objective, expected.test), rel=2e-4
    )


@pytest.mark.parametrize("alpha", [0.2, 0.29, 0.39])
def test_the_first_outlier_of_the_simplified_network_is_that_of_its_spike(alpha):
    """Once with W_0 apart from a, once with a spike that is independent of W_0."""
    own = step("simplified", 1, alpha)
    found, expected = (
        linear_outlier(MODEL, own.eta * own.scale / 4),
        Spikes(MODEL, TASKS[1], 500, own.eta, (1,)).outliers()[0],
    )
    assert found.value == pytest.approx(expected.value, rel=1e-9)
    assert found.alignment * 1.6 / own.scale**2 == pytest.approx(expected.alignments[0], rel=1e-9)


@pytest.mark.parametrize(
    ("alpha", "value"), [(0.36, 1.67), (0.39, 2.20), (0.42, 2.97), (0.45, 4.02)]
)
def test_the_second_outlier_has_its_known_digits(alpha, value):
    assert even_outlier(step("simplified", 1, alpha)).value == pytest.approx(value, abs=6e-3)


def test_weak_steps_have_no_outlier():
    own = step("simplified", 1, 0.05)
    for found, edge in (
        (linear_outlier(MODEL, own.eta * own.scale / 4), MODEL.bulk_edge),
        (even_outlier(own), MODEL.bulk_edge),
        (weight_outlier(own.eta * own.scale / 2, 5 / 3), 1 + math.sqrt(5 / 3)),
    ):
        assert (found.value, found.alignment) == (edge, 0.0)


@pytest.mark.parametrize(
    ("alpha", "value", "overlap"),
    [(0.2, 3.04453, 0.8279), (0.29, 4.97234, 0.9532), (0.39, 9.49717, 0.9885)],
)
def test_the_outlier_of_the_weights_has_its_known_digits(alpha, value, overlap):
    own = step("simplified", 1, alpha)
    found = weight_outlier(own.eta * own.scale / 2, 5 / 3)
    assert found.value == pytest.approx(value, abs=6e-6)
    assert found.alignment * 1.6 / own.scale**2 == pytest.approx(overlap, abs=6e-5)


def test_the_norms_of_omitted_spikes():
    """At n = 4000: 1.661 for the first, 0.657 for the second."""
    scale = math.sqrt(1.6)
    assert spikes_norm(MODEL, scale, 2000, 4000**0.2, [1]) == pytest.approx(1.661, abs=6e-4)
    assert spikes_norm(MODEL, scale, 2000, 4000**0.29, [2]) == pytest.approx(0.657, abs=6e-4)
    assert math.isnan(spikes_norm(MODEL, scale, 2000, 1.0, [3]))  # a ReLU has none
    rng, n, width = np.random.default_rng(0), 100_000, 50_000
    cubic = Features.of(activation("monic_0_0.5_0.2_0.1"), 0.1, 0.2)
    u, a = rng.standard_normal(n), rng.standard_normal(width) / math.sqrt(width)
    left, right = np.stack([u, u**3], 1), np.stack([0.25 * 90 * a, 0.1 * (0.5 * 90 * a) ** 3], 1)
    norm = np.linalg.norm(np.linalg.qr(left, mode="r") @ np.linalg.qr(right, mode="r").T, 2)
    assert spikes_norm(cubic, 1.0, width, 90.0, [1, 3]) == pytest.approx(
        norm / math.sqrt(n), rel=0.02
    )


def test_the_number_of_spikes_in_each_range():
    assert [spikes_kept(alpha) for alpha in (0.0, 0.24, 0.26, 0.34, 0.39)] == [1, 1, 2, 3, 4]
    assert [spikes_kept(k / (2 * k + 2)) for k in range(1, 6)] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("alpha", [3 / 7, 0.45, 0.5, math.inf, math.nan])
def test_an_exponent_beyond_the_ranges_with_coefficients_is_refused_with_what_is_allowed(alpha):
    with pytest.raises(UserError, match=r"alpha below 6/14 = 0\.4286"):
        spikes_kept(alpha)


def test_the_exponent_of_the_onset_is_a_quarter_beyond_a_million_samples():
    onset = Onset(load({}).theory_settings("moniri2023", "onset")[0])
    sizes = (10**6, 10**7, 10**8, 10**10, 10**12)
    steps = [onset_step(onset.curves(onset.link, onset.shape(n)).rise()) for n in sizes]
    assert steps[0] == pytest.approx(35.6946, rel=1e-5)  # beyond 30, where the rise is 0.070
    exponents = np.diff(np.log(steps)) / np.diff(np.log(sizes))
    assert exponents == pytest.approx([0.2538, 0.2521, 0.2510, 0.2503], abs=2e-4)


def test_a_level_that_the_rise_never_reaches_is_refused():
    with pytest.raises(UserError, match=r"stays below 0\.1 up to the step size 1e\+09"):
        onset_step(lambda eta: 0.05)


def test_levels_with_a_third_spike():
    cubic = Features.of(activation("monic_0_0.5_0.2_0.1"), 0.1, 0.2)
    target = link("monic_0_1_0.5_0.28867513459481287")
    assert target.square_norm == pytest.approx(2.0)
    assert [limit_gains(cubic, target, degree, 0.1)[1] for degree in (1, 2, 3)] == pytest.approx(
        [0.1324, 0.4146, 0.7674], abs=6e-5
    )
    spikes = Spikes(cubic, target, 5e9, 1e10**0.36, (1, 2, 3))
    assert spikes.learned(0.1, 2) == pytest.approx(spikes.gain(0.1).learned_h2, rel=1e-9)
    assert Spikes(cubic, target, 500, 1e6, (1, 2)).learned(0.1, 3) == pytest.approx(0, abs=1e-9)


def test_another_activation_is_refused():
    with pytest.raises(UserError, match="known for the shifted ReLU, not for tanh"):
        OneStep(Features.of(TANH, 0.3, 0.6), TASKS[2], NETWORKS["slides"], 300, 1.0)


@pytest.mark.parametrize(
    "name", ["shifted-relu", "relu", "tanh", "relu-0.5", "monic_0_0.5_0.2_0.1"]
)
def test_moments_of_features_are_those_of_samples(name):
    """Rows of several norms, one of them well aligned with the teacher."""
    rng, sigma = np.random.default_rng(3), activation(name)
    beta_star = on_sphere(rng.standard_normal(5))
    weights = rng.standard_normal((4, 5)) * np.array([0.3, 0.6, 0.2, 0.4])[:, None]
    weights[0] += 0.9 * beta_star
    found = neurons(sigma, weights, beta_star)
    inputs = rng.standard_normal((400_000, 5))
    features, z = sigma(inputs @ weights.T), inputs @ beta_star
    for values, expected in [
        (features[:, :, None] * features[:, None, :], found.gram),
        (
            features[:, :, None] * np.stack([z, (z**2 - 1) / math.sqrt(2)], 1)[:, None, :],
            found.hermite[:, 1:3],
        ),
    ]:
        assert (
            np.abs(values.mean(0) - expected) < 4.5 * values.std(0) / math.sqrt(len(z)) + 1e-3
        ).all()


def test_test_errors_of_readouts():
    rng = np.random.default_rng(4)
    beta_star, weights = on_sphere(rng.standard_normal(5)), rng.standard_normal((4, 5))
    population, readout = neurons(SHIFTED_RELU, weights, beta_star), rng.standard_normal(4)
    nothing = np.zeros(4)
    assert population.test_error(nothing, TASKS[1]) == pytest.approx(2.0)
    assert population.learned(nothing, TASKS[2], 2) == 0.0
    inputs = rng.standard_normal((400_000, 5))
    squares = (TASKS[2](inputs @ beta_star) - SHIFTED_RELU(inputs @ weights.T) @ readout) ** 2
    assert population.test_error(readout, TASKS[2]) == pytest.approx(
        squares.mean(), abs=4 * squares.std() / 632
    )
    assert linear_test_error(beta_star, beta_star, TASKS[1]) == pytest.approx(1.0)


LEVELS = {  # theorem, talk's network, rank-one weights with Gaussian rows; Setting 2
    1: ((0.1060, 0.2958), (0.0869, 0.2424), (0.1060, 0.2958)),
    2: ((0.2489, 0.7363), (0.1804, 0.5364), (0.2719, 0.8138)),
    4: ((0.2632, 0.7804), (0.1969, 0.5842), (0.2790, 0.8337)),
    6: ((0.2714, 0.8056), (0.2083, 0.6178), (0.2834, 0.8465)),
}


@pytest.mark.parametrize("degree", LEVELS)
def test_the_levels_of_each_range(degree):
    theorem, talk, gaussian = LEVELS[degree]
    rows = {"talk": NETWORKS["slides"], "gaussian": Network(True, False, False)}
    found = {
        name: level_gains(MODEL, TASKS[2], network, degree, RIDGE) for name, network in rows.items()
    }
    assert limit_gains(MODEL, TASKS[2], degree, RIDGE) == pytest.approx(theorem, abs=6e-5)
    assert found["talk"] == pytest.approx(talk, abs=6e-5)
    assert found["gaussian"] == pytest.approx(gaussian, abs=6e-5)
    for network, expected in ((None, (0.1060, 0.2958)), ("slides", (0.0869, 0.2424))):
        linear = (
            level_gains(MODEL, TASKS[1], NETWORKS[network], degree, RIDGE)
            if network
            else limit_gains(MODEL, TASKS[1], degree, RIDGE)
        )
        assert linear == pytest.approx(expected, abs=6e-5)


def test_the_simplified_network_s_levels():
    found = [level_gains(MODEL, TASKS[2], NETWORKS["simplified"], k, RIDGE)[1] for k in (2, 4, 6)]
    assert found == pytest.approx([0.6355, 0.7665, 0.8409], abs=6e-5)


def test_the_talk_s_best_errors_at_its_levels():
    """At the barrier's ratios, which are others."""
    features = Features.of(SHIFTED_RELU, 0.1, 0.2)

    def best(degree: int) -> float:
        def curve(ridge: float) -> float:
            gain = level_gains(features, TASKS[2], NETWORKS["slides"], degree, ridge)[1]
            return features.errors(ridge, 1.0, 1.0).test - gain

        return least(curve)

    found = [best(degree) for degree in (1, 2, 4, 6)]
    assert found == pytest.approx([1.1206, 0.7386, 0.7240, 0.7111], abs=6e-5)


def on_the_same_batch(n: float, alpha: float) -> SameBatch:
    return SameBatch(MODEL, TASKS[1], RIDGE, n**alpha)


@pytest.mark.parametrize(
    ("n", "alpha", "objective", "test"),
    [
        (1000, 0.0, 0.1252, 0.0971),
        (1000, 0.1, 0.28409, 0.28057),
        (1000, 0.2, 0.35938, 0.43571),
        (4000, 0.1, 0.30937, 0.32246),
        (4000, 0.2, 0.36301, 0.45799),
        (10**40, 0.2, 0.32776, 0.44214),
    ],
)
def test_gains_on_the_batch_of_the_step(n, alpha, objective, test):
    found = on_the_same_batch(n, alpha)
    assert found.untrained == pytest.approx((0.718492, 2.165035), abs=6e-7)
    digits = 6e-5 if alpha == 0 else 6e-6
    assert (found.gain.objective, found.gain.test) == pytest.approx((objective, test), abs=digits)


def test_the_infinite_step_is_the_limit():
    infinite = replace(on_the_same_batch(1000, 0.2), eta=math.inf).objective_gain
    assert infinite == pytest.approx(0.32776, abs=6e-6)


def test_without_its_own_term_a_sample_gains_less():
    found = [replace(on_the_same_batch(1000, alpha), own_term=False).gain for alpha in (0.1, 0.2)]
    assert [gain.objective for gain in found] == pytest.approx([0.0955, 0.1475], abs=1.1e-4)
    assert [gain.test for gain in found] == pytest.approx([0.1773, 0.2819], abs=1.1e-4)


def test_the_gain_on_one_batch_is_that_of_its_gaussian_features():
    """Simulated: linear features plus noise, and the column that the step adds to them."""
    n, d, width, eta = 1500, 450, 750, 1500**0.2
    gains, rng = [], np.random.default_rng(0)
    for _ in range(4):
        x, noise = rng.standard_normal((n, d)), rng.standard_normal((n, width))
        first, a = rng.standard_normal((width, d)) / math.sqrt(d), rng.standard_normal(width)
        a /= math.sqrt(width)
        y = x[:, 0] + rng.standard_normal(n)
        base = 0.5 * x @ first.T + SHIFTED_RELU.nonlinear * noise
        r = y - base @ a
        column = 0.25 * (x @ (x.T @ r) / n + 0.3 * r)
        objectives = []
        for features in (base, base + eta * np.outer(column, a)):
            gram = features @ features.T / n + RIDGE * np.eye(n)
            objectives.append(RIDGE * y @ np.linalg.solve(gram, y) / n)
        gains.append(1 - objectives[1] / objectives[0])
    found = SameBatch(MODEL, TASKS[1], RIDGE, eta)
    predicted = found.gain.objective / found.untrained[0]
    assert np.mean(gains) == pytest.approx(predicted, abs=0.02)


def test_the_step_at_which_the_quadratic_part_is_learned():
    def rise(n: int, eta: float) -> float:
        found = OneStep(MODEL, TASKS[2], NETWORKS["slides"], 0.3 * n, eta)
        return found.learned_h2(RIDGE) - found._at_rest.learned_h2(RIDGE)

    for n, eta in ((500, 4.69), (1000, 5.72), (2000, 6.94), (4000, 8.41)):
        assert rise(n, eta) == pytest.approx(0.1, abs=5e-4)


def test_the_quadratic_part_needs_no_pairs_of_neurons():
    rng = np.random.default_rng(3)
    rows, readout = rng.standard_normal((40, 12)) / 3, rng.standard_normal(40)
    direction = on_sphere(rng.standard_normal(12))
    expected = neurons(SHIFTED_RELU, rows, direction).learned(readout, TASKS[2], 2)
    found = learned_quadratic(SHIFTED_RELU, rows, readout, direction, TASKS[2])
    assert found == pytest.approx(expected)
