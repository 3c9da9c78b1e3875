"""How fast the law of one-dimensional neurons converges: digits, the flow itself, and the
guaranteed rate.
"""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.theory.fokker_planck import LineProblem
from feature_learning.theory.line_rates import asymptotic_rates, kramers

INPUTS = np.linspace(-3, 3, 21)


def problem(
    temperature: float, amplitude: float = 0.72, penalty: float = 0.5, points: int = 561
) -> LineProblem:
    return LineProblem(
        INPUTS, amplitude * np.sin(1.3 * INPUTS), temperature, penalty, points=points
    )


def test_digits():
    warm = problem(0.05)
    found = asymptotic_rates(warm, warm.stationary())
    assert found.energy == pytest.approx(0.213732, abs=1e-6)
    assert found.gibbs == pytest.approx(0.03986, abs=1e-5)


@pytest.mark.parametrize(
    ("temperature", "points", "energy"),
    [(0.02, 281, 0.0959), (0.01, 281, 0.018796), (0.01, 561, 0.018664)],
)
def test_digits_at_low_temperatures(temperature, points, energy):
    cold = problem(temperature, points=points)
    law = cold.stationary(damping=0.01, iterations=20_000)
    assert asymptotic_rates(cold, law).energy == pytest.approx(
        energy, rel=4e-5 if energy < 0.02 else 1e-3
    )


def test_the_energy_of_the_flow_falls_at_this_rate():
    own = problem(0.05, points=281)
    end = own.stationary()
    late = own.flow(own.gaussian(2.0, 0.25), [60.0, 80.0], 0.05)
    gaps = [own.energy(law) - own.energy(end) for law in late]
    assert np.log(gaps[0] / gaps[1]) / 20 == pytest.approx(
        asymptotic_rates(own, end).energy, rel=0.02
    )


def test_without_labels_and_far_from_saturation_neurons_are_an_ornstein_uhlenbeck_process():
    """Its spectral gap is ``2 lam lam1``."""
    own = LineProblem(np.array([1e-6]), np.zeros(1), 0.2, 0.5)
    found = asymptotic_rates(own, own.stationary())
    assert found.gibbs == pytest.approx(0.2, rel=1e-3)
    assert found.energy == pytest.approx(0.4, rel=1e-3)


def test_no_rate_is_below_the_guaranteed_one():
    for temperature in (0.1, 0.05, 0.03):
        own = problem(temperature)
        law = own.stationary()
        found = asymptotic_rates(own, law)
        assert 2 * temperature * own.guarantee(law) < min(found.energy, 2 * found.gibbs)


def test_a_law_that_has_not_converged_is_refused():
    with pytest.raises(
        UserError, match=r"temperature 0\.01: after 4000 steps .* damping below 0\.05"
    ):
        problem(0.01).stationary()


def test_the_gap_of_two_wells_is_kramers_rate_at_low_temperature():
    for temperature, gap, ratio in ((0.015, 4.737e-5, 0.888), (0.01, 4.904e-7, 0.93)):
        cold = problem(temperature, 1.5)
        law = cold.stationary(damping=0.01, iterations=20_000)
        escape = kramers(cold, law)
        assert asymptotic_rates(cold, law).gibbs == pytest.approx(gap, rel=1e-3)
        assert asymptotic_rates(cold, law).gibbs / escape.rate == pytest.approx(ratio, abs=0.03)
        # The barrier lies between points of the grid, so it is a little higher than on them.
        on_grid = np.diff(
            cold.potential(law)[
                np.searchsorted(cold.grid, [1.925 if temperature > 0.01 else 2.125, 0.325])
            ]
        )[0]
        assert on_grid <= escape.barrier == pytest.approx(on_grid, rel=2e-3)


def test_one_well_has_no_escape():
    own = LineProblem(np.array([1e-6]), np.zeros(1), 0.2, 0.5)
    assert np.isnan(kramers(own, own.stationary()).rate)
