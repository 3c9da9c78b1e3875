"""The reduced simulation against the direct one, in law."""

import math

import numpy as np
import pytest
from scipy.stats import ks_2samp, kstest

from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.data.covariates import GaussianBatch
from feature_learning.networks.activations import ERF, RELU, TANH
from feature_learning.networks.initialisation import first_layer, mirrored
from feature_learning.training import reduction
from feature_learning.training.reduction import Reduced, bartlett, initial_coordinates
from feature_learning.training.streamed_step import reduced_gradients

RUNS = 1500


def linear_and_product(z):
    return z[:, 0] + z[:, 0] * z[:, 1]


def quadratic(z):
    return z[:, 0] ** 2 - 1


# d, n, neurons, activation, target, directions, law, steps, weight decay, mirror pairs
CONFIGURATIONS = {
    "batch": (12, 30, 4, RELU, linear_and_product, 2, "sphere", 1, 0.0, False),
    "several-steps": (12, 20, 3, TANH, linear_and_product, 2, "sphere", 3, 0.0, False),
    "gaussian-start": (9, 16, 3, ERF, quadratic, 1, "gaussian", 2, 0.0, False),
    "weight-decay": (10, 16, 3, RELU, quadratic, 1, "sphere", 3, 0.2, False),
    "mirror-pairs": (12, 24, 4, RELU, linear_and_product, 2, "sphere", 2, 0.0, True),
    "online": (8, 1, 3, TANH, quadratic, 1, "sphere", 6, 0.0, False),
    "fewer-samples-than-neurons": (12, 3, 5, RELU, linear_and_product, 2, "sphere", 2, 0.0, False),
    "fewer-dimensions-than-neurons": (
        5,
        20,
        4,
        RELU,
        linear_and_product,
        2,
        "sphere",
        2,
        0.0,
        False,
    ),
    "many-dimensions": (60, 20, 3, RELU, quadratic, 1, "sphere", 2, 0.0, False),
}


def readout(p, pairs):
    signs = np.where(np.arange(p) % 2, -1.0, 1.0) * np.linspace(0.5, 1.0, p)
    return mirrored(np.zeros((p // 2, 1)), np.linspace(0.5, 1.0, p // 2), p)[1] if pairs else signs


def measured(weights, teacher):
    """What a run is compared by: overlaps, norms, spectrum of the Gram matrix, alignment."""
    overlap, gram = weights @ teacher.T, weights @ weights.T
    spectrum = np.linalg.eigvalsh(gram)
    return [
        overlap[0, 0],
        (overlap**2).sum(),
        gram[0, 0],
        gram[0, 1],
        spectrum[-1],
        spectrum[0],
        (overlap[0] ** 2).sum() / gram[0, 0],
    ]


def direct(name, run):
    d, n, p, activation, target, r, law, steps, decay, pairs = CONFIGURATIONS[name]
    rng = np.random.default_rng([run, 1])
    teacher = np.eye(r, d)
    weights = first_layer(p // 2 if pairs else p, d, law, rng)
    weights = np.concatenate([weights, weights]) if pairs else weights
    b = readout(p, pairs) / p
    for _ in range(steps):
        x = rng.standard_normal((n, d))
        fields = x @ weights.T
        residuals = target(x @ teacher.T) - activation(fields, np) @ b
        gradient = (activation.derivative(fields, np) * residuals[:, None]).T @ x / n
        weights = (1 - 0.5 * decay) * weights + 0.5 * p * b[:, None] * gradient
    return measured(weights, teacher)


def reduced(name, run):
    d, n, p, activation, target, r, law, steps, decay, pairs = CONFIGURATIONS[name]
    rng = np.random.default_rng([run, 2])
    weights, teacher = initial_coordinates(p // 2 if pairs else p, r, d, law, rng)
    weights = np.concatenate([weights, weights]) if pairs else weights
    b = readout(p, pairs) / p
    state = Reduced(weights, teacher, d, target, activation, b)
    for _ in range(steps):
        batch = GaussianBatch(n, state.coordinates, lambda chunk: rng, "float64", chunk=n - n // 2)
        ((_, gradient),) = reduced_gradients(state, batch, device("cpu"), rng)
        state = state.moved(gradient, 0.5 * p * b, 1 - 0.5 * decay)
        assert state.coordinates <= min(p + r, d)
    return measured(state.first_layer, state.teacher)


def least_p_value(name):
    first, second = (
        np.array([simulate(name, run) for run in range(RUNS)]) for simulate in (direct, reduced)
    )
    return min(ks_2samp(first[:, k], second[:, k]).pvalue for k in range(first.shape[1]))


@pytest.mark.slow
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_law_is_that_of_the_direct_simulation(name):
    # Seven measures, nine configurations: the least of 63 p-values lies below 1e-4 once in 160
    # correct codes.
    assert least_p_value(name) > 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [-2, 2])
def test_a_wrong_degree_of_freedom_is_noticed(monkeypatch, wrong):
    monkeypatch.setattr(
        reduction, "bartlett", lambda size, freedom, rng: bartlett(size, freedom + wrong, rng)
    )
    assert least_p_value("batch") < 1e-8


@pytest.mark.parametrize(("size", "freedom"), [(3, 7), (4, 4), (5, 2), (1, 9)])
def test_a_bartlett_factor_gives_a_wishart_matrix(size, freedom):
    rng = np.random.default_rng(0)
    factors = np.array([bartlett(size, freedom, rng) for _ in range(4000)])
    assert factors.shape[2] == min(size, freedom)
    matrices = factors @ factors.transpose(0, 2, 1)
    assert matrices.mean(axis=0) == pytest.approx(
        freedom * np.eye(size), abs=6 * math.sqrt(2 * freedom / 4000)
    )
    direction = np.ones(size) / math.sqrt(size)
    assert kstest(direction @ matrices @ direction, "chi2", args=(freedom,)).pvalue > 1e-4


def test_a_million_dimensions_cost_what_a_hundred_do():
    rng = np.random.default_rng(3)
    weights, teacher = initial_coordinates(20, 2, 10**6, "sphere", rng)
    assert weights.shape == (20, 22)
    assert np.linalg.norm(weights, axis=1) == pytest.approx(np.ones(20))
    # Random directions are all but orthogonal, by 1/sqrt d.
    assert np.abs(weights @ weights.T - np.eye(20)).max() < 6e-3
    assert np.abs(weights @ teacher.T).max() < 6e-3


def test_what_does_not_fit_is_refused():
    rng = np.random.default_rng(0)
    with pytest.raises(UserError, match="3 directions does not fit into d = 2"):
        initial_coordinates(4, 3, 2, "sphere", rng)
    with pytest.raises(UserError, match="'cube'"):
        initial_coordinates(4, 1, 5, "cube", rng)
    with pytest.raises(UserError, match="4 coordinates do not fit into d = 3"):
        Reduced(np.ones((2, 4)), np.eye(1, 4), 3, quadratic, RELU)
    with pytest.raises(UserError, match="weights have 4 coordinates and the teacher 3"):
        Reduced(np.ones((2, 4)), np.eye(1, 3), 9, quadratic, RELU)


def test_networks_of_very_different_size_do_not_share_coordinates():
    rng = np.random.default_rng(0)
    place = reduction.Coordinates(1000, 2, lambda _: rng)
    small, large = rng.standard_normal((2, 4, 12))
    shared = np.vstack(place.compressed([small, 1e3 * large]))
    gram = np.vstack([small, 1e3 * large])
    np.testing.assert_allclose(shared @ shared.T, gram @ gram.T, rtol=1e-6)
    with pytest.raises(UserError, match="follow these networks apart"):
        place.compressed([small, 1e8 * large])
