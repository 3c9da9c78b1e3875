"""Hermite expansions: closed forms, orthogonality, and sums that must come out."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial.hermite_e import hermeval

from feature_learning.data.hermite import (
    gaussian_moment,
    gaussian_nodes,
    hermite_coefficients,
    monomial_coefficient,
)


def test_relu_has_its_closed_form():
    """``c_2m = (-1)^(m+1) (2m-3)!!/(sqrt(2 pi) (2m)!)``, odd ones beyond the first vanish."""
    found = hermite_coefficients(lambda z: np.maximum(z, 0), 8, [0.0])
    root = math.sqrt(2 * math.pi)
    expected = [
        1 / root,
        0.5,
        1 / (2 * root),
        0,
        -1 / (24 * root),
        0,
        3 / (720 * root),
        0,
        -15 / (40320 * root),
    ]
    assert found == pytest.approx(expected, abs=1e-14)
    assert found[[3, 5, 7]].tolist() == [0.0, 0.0, 0.0]


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=8))
def test_coefficients_of_an_expansion_are_given_back(coefficients):
    found = hermite_coefficients(lambda z: hermeval(z, coefficients), len(coefficients) - 1)
    assert found == pytest.approx(coefficients, abs=1e-9)


def test_the_expansion_of_a_smooth_function_is_whole():
    """Parseval: ``E f^2 = sum k! c_k^2``."""
    nodes, weights = gaussian_nodes()
    found = hermite_coefficients(np.sin, 25)
    total = sum(math.factorial(k) * c**2 for k, c in enumerate(found))
    assert total == pytest.approx(weights @ np.sin(nodes) ** 2, rel=1e-10)
    assert found[1] == pytest.approx(math.exp(-0.5), rel=1e-12)


@pytest.mark.parametrize("kink", [0.0, 0.3, -1.7])
def test_kinks_cost_no_digits(kink):
    nodes, weights = gaussian_nodes([kink])
    density, tail = (
        math.exp(-(kink**2) / 2) / math.sqrt(2 * math.pi),
        math.erfc(kink / math.sqrt(2)) / 2,
    )
    assert weights @ np.maximum(nodes - kink, 0) == pytest.approx(density - kink * tail, abs=1e-14)
    assert weights.sum() == pytest.approx(1, abs=1e-14)


def test_moments_are_those_of_the_nodes():
    nodes, weights = gaussian_nodes()
    expected = [weights @ nodes**power for power in range(9)]
    assert [gaussian_moment(power) for power in range(9)] == pytest.approx(
        expected, rel=1e-12, abs=1e-12
    )


def test_monomials_have_their_coefficients():
    nodes, weights = gaussian_nodes()
    expected = np.vander(nodes, 7, increasing=True).T * weights @ hermeval(nodes, np.eye(7)).T
    found = np.array(
        [[monomial_coefficient(power, degree) for degree in range(7)] for power in range(7)]
    )
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-11)
