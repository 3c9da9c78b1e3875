"""Alignment of the first gradient at a finite dimension: check values, the limit, and
simulation.
"""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.links import Link
from feature_learning.networks.activations import RELU, TANH, threshold_relu
from feature_learning.theory.finite_alignment import finite_alignment, mean_finite_alignment
from feature_learning.theory.one_giant_step import leap_alignment, leap_constant

LINKS = {leap: Link.orthonormal(*[0.0] * leap, 1.0) for leap in (1, 2, 3)}
STUDENTS = {1: RELU, 2: RELU, 3: threshold_relu(1.0)}


def less_chance(leap: int, d: int, ratios: list[float]) -> np.ndarray:
    return (
        mean_finite_alignment(STUDENTS[leap], LINKS[leap], d, np.array(ratios) * float(d) ** leap)
        - 1 / d
    )


@pytest.mark.parametrize(
    ("leap", "d", "expected"),
    [
        (2, 1000, [0.1155, 0.1852, 0.2763, 0.3820]),
        (3, 100, [0.1597, 0.2106, 0.2708, 0.3371]),
        (3, 150, [0.1548, 0.2075, 0.2691, 0.3365]),
    ],
)
def test_means_over_random_neurons(leap, d, expected):
    assert less_chance(leap, d, [0.25, 0.5, 1, 2]) == pytest.approx(expected, abs=6e-5)


@pytest.mark.parametrize("leap", [1, 2, 3])
def test_it_tends_to_the_limit(leap):
    constant = leap_constant(
        STUDENTS[leap], leap, LINKS[leap].monic_coefficients(leap)[leap] * [1, 1, 2, 6][leap], 1.0
    )
    assert less_chance(leap, 10**7, [0.5])[0] == pytest.approx(
        leap_alignment(constant, leap, 0.5), abs=2e-3
    )


def test_neurons_with_given_overlaps_have_the_predicted_alignment():
    d, n, rng = 40, 400, np.random.default_rng(0)
    overlaps = np.array([0.1, 0.3, -0.3, 0.6])
    weights = np.zeros((4, d))
    weights[:, 0], weights[:, 1] = overlaps, np.sqrt(1 - overlaps**2)
    found = []
    for _ in range(400):
        x = rng.standard_normal((n, d))
        gradient = ((x @ weights.T > 0) * LINKS[2](x[:, 0])[:, None]).T @ x
        found.append(gradient[:, 0] ** 2 / (gradient**2).sum(axis=1))
    expected = finite_alignment(RELU, LINKS[2], d, np.array([n]), overlaps)[0]
    assert np.mean(found, axis=0) == pytest.approx(expected, abs=4 * np.std(found) / 20)


def test_an_activation_without_a_threshold_is_refused():
    with pytest.raises(UserError, match="not for tanh"):
        finite_alignment(TANH, LINKS[1], 10, np.array([10]), np.array([0.1]))
