"""The law of one-dimensional neurons: its solver, its limit, its bounds, and particles."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.theory.fokker_planck import LineProblem, bernoulli, linear_excess

INPUTS = np.linspace(-3, 3, 21)
PROBLEM = LineProblem(INPUTS, 0.72 * np.sin(1.3 * INPUTS), 0.05, 0.5)
TIMES = [0.0, 10.0, 20.0, 50.0, 100.0]


@pytest.fixture(scope="module")
def end():
    return PROBLEM.stationary()


@pytest.fixture(scope="module")
def laws():
    return PROBLEM.flow(PROBLEM.gaussian(2.0, 0.25), TIMES, 0.02)


def test_least_energy_and_its_risk(end):
    assert PROBLEM.energy(end) == pytest.approx(0.0377884, abs=5e-8)
    assert PROBLEM.risk(end) == pytest.approx(0.0758338, abs=5e-8)
    assert PROBLEM.proximal(end) == pytest.approx(end, abs=1e-13)


def test_the_guarantee_counts_neurons_beyond_every_grid(end):
    """The oscillation has its supremum at infinity; on the grid alone the number is .0573, which is
    no lower bound.
    """
    assert PROBLEM.guarantee(end) == pytest.approx(0.05630, abs=5e-6)
    cold = LineProblem(INPUTS, PROBLEM.labels, 0.02, 0.7)
    assert cold.guarantee(cold.stationary()) == pytest.approx(0.003197, abs=5e-7)
    assert PROBLEM.oscillation(end) > np.ptp(PROBLEM.bounded_part(end))
    wider = LineProblem(INPUTS, PROBLEM.labels, 0.05, 0.5, extent=9.0, points=721)
    assert wider.guarantee(wider.stationary()) == pytest.approx(PROBLEM.guarantee(end), rel=1e-6)
    assert LineProblem(np.zeros(3), np.ones(3), 0.05, 0.5).guarantee(end) == pytest.approx(1.0)


def test_gaps_along_the_flow(laws, end):
    gaps = [PROBLEM.energy(law) - PROBLEM.energy(end) for law in laws]
    assert gaps == pytest.approx([0.313, 2.24e-2, 1.38e-3, 1.77e-6, 3.80e-11], rel=3e-3)
    assert np.log(gaps[3] / gaps[4]) / 50 == pytest.approx(0.21496, abs=1e-4)
    assert np.log(gaps[3] / gaps[4]) / 50 / (2 * PROBLEM.temperature) == pytest.approx(
        2.150, abs=1e-3
    )


def test_energy_lies_in_the_sandwich_and_mass_is_kept(laws, end):
    least = PROBLEM.energy(end)
    for law in laws:
        gap = PROBLEM.energy(law) - least
        assert (
            PROBLEM.temperature * PROBLEM.divergence(law, end)
            <= gap
            <= PROBLEM.temperature * PROBLEM.divergence(law, PROBLEM.proximal(law))
        )
        assert law.sum() * PROBLEM.spacing == pytest.approx(1, abs=1e-10)
        assert law.min() >= 0


def test_the_limit_stays_put(end):
    assert PROBLEM.flow(end, [1.0], 0.02)[0] == pytest.approx(end, abs=1e-12)


def test_steps_converge_to_the_flow():
    """Without labels and far from saturation the law is nearly that of an Ornstein-Uhlenbeck
    process: mean ``e^(-2 lam lam1 t)``.
    """
    problem = LineProblem(np.array([1e-6]), np.zeros(1), 0.2, 0.5)
    law = problem.flow(problem.gaussian(2.0, 1.0), [3.0], 0.01)[0]
    mean = float(law @ problem.grid) * problem.spacing
    assert mean == pytest.approx(2 * np.exp(-0.6), rel=2e-3)
    assert float(law @ problem.grid**2) * problem.spacing - mean**2 == pytest.approx(1, rel=2e-3)


def test_bernoulli_function_balances():
    x = np.array([-30.0, -1e-9, 0.0, 1e-9, 2.0])
    assert bernoulli(x) / bernoulli(-x) == pytest.approx(np.exp(-x))
    assert bernoulli(np.zeros(1)).item() == 1


def test_fluctuation_is_that_of_particles(end):
    """32 particles, 60 replicas: N Var f_N within the error of the simulation."""
    rng, dt, count, replicas = np.random.default_rng(0), 0.08, 32, 60
    neurons = rng.choice(PROBLEM.grid, (replicas, count), p=end / end.sum())
    limit, squares = PROBLEM.spacing * end @ PROBLEM.neurons, []
    for step in range(1500):
        values = np.tanh(neurons[:, :, None] * INPUTS)
        output = values.mean(axis=1)
        if step > 200 and step % 5 == 0:
            squares.append(((output - limit) ** 2).mean())
        gradient = (
            (1 - values**2) @ ((output - PROBLEM.labels) * INPUTS / len(INPUTS))[:, :, None]
        )[:, :, 0]
        gradient += 2 * PROBLEM.temperature * PROBLEM.penalty * neurons
        neurons += -dt * gradient + np.sqrt(2 * PROBLEM.temperature * dt) * rng.standard_normal(
            neurons.shape
        )
    assert count * np.mean(squares) == pytest.approx(PROBLEM.fluctuation(end).mean(), rel=0.08)


@pytest.mark.parametrize(("width", "expected"), [(4, 0.041667), (16, 0.010417), (64, 0.0026042)])
def test_linear_neurons(width, expected):
    assert linear_excess(np.eye(5) / 5, 0.1, 0.5, width) == pytest.approx(expected, rel=4e-5)


def test_linear_neurons_with_unequal_directions_against_simulation():
    """The mean of the neurons, which is all that matters, over 4000 replicas."""
    gram, lam, penalty, dt, width = np.diag([1.0, 0.2]), 0.1, 0.5, 0.02, 8
    rng, mean = np.random.default_rng(1), np.zeros((4000, 2))
    shrink = 1 - dt * (np.diag(gram) + 2 * lam * penalty)
    for _ in range(800):
        mean = shrink * mean + np.sqrt(2 * lam * dt / width) * rng.standard_normal(mean.shape)
    assert (mean**2 @ np.diag(gram)).mean() / 2 == pytest.approx(
        linear_excess(gram, lam, penalty, width), rel=0.06
    )


def test_refuses_bad_rates_and_times():
    with pytest.raises(UserError, match="temperature 0"):
        LineProblem(INPUTS, INPUTS, 0.0, 0.5)
    with pytest.raises(UserError, match="multiples of the step"):
        PROBLEM.flow(PROBLEM.gaussian(0, 1), [0.03], 0.02)
    with pytest.raises(UserError, match="must rise"):
        PROBLEM.flow(PROBLEM.gaussian(0, 1), [0.04, 0.02], 0.02)
