"""Shifted systems in one Krylov space against each solved on its own."""

import numpy as np
import pytest

from feature_learning.kernels.krylov import shifted_solutions

SHIFTS = np.array([50.0, 1e-2, 1.0])


@pytest.mark.parametrize("n", [1, 2, 40, 300])
def test_every_shift_solves_its_own_system(n):
    rng = np.random.default_rng(n)
    factor, side = rng.standard_normal((n, n // 2 + 1)), rng.standard_normal(n)
    matrix = factor @ factor.T / n
    matrix[0, 0] += 100  # an eigenvalue that stands out
    kept = matrix.copy()
    for part in (matrix, np.pad(matrix, ((0, 3), (0, 3)))[:n, :n]):
        found = shifted_solutions(part, side, SHIFTS, 1e-12)
        for position, shift in enumerate(SHIFTS):
            np.testing.assert_allclose(
                found[:, position], np.linalg.solve(matrix + shift * np.eye(n), side), atol=1e-9
            )
    assert (matrix == kept).all()


def test_residuals_are_within_the_tolerance_of_the_least_shift_and_smaller_of_others():
    rng = np.random.default_rng(0)
    factor, side = rng.standard_normal((600, 500)), rng.standard_normal(600)
    matrix = factor @ factor.T / 600
    for tolerance in (1e-2, 1e-6):
        found = shifted_solutions(matrix, side, np.array([0.3, 3.0]), tolerance)
        residuals = np.linalg.norm(
            matrix @ found + found * [0.3, 3.0] - side[:, None], axis=0
        ) / np.linalg.norm(side)
        assert tolerance / 10 < residuals[0] <= tolerance * 1.001
        assert residuals[1] < residuals[0]


def test_few_distinct_eigenvalues_need_a_space_of_few_dimensions():
    diagonal = np.repeat([1.0, 2.0, 3.0], 100)
    found = shifted_solutions(np.diag(diagonal), np.ones(300), SHIFTS, 1e-13)
    np.testing.assert_allclose(found, 1 / (diagonal[:, None] + SHIFTS), rtol=1e-12)


def test_a_side_of_zeros_has_the_solution_zero():
    assert (shifted_solutions(np.eye(3), np.zeros(3), SHIFTS, 1e-8) == 0).all()


def test_systems_that_need_too_large_a_space_are_left_to_others():
    diagonal = np.geomspace(1e-6, 1, 1000)
    assert shifted_solutions(np.diag(diagonal), np.ones(1000), np.array([1e-9]), 1e-10) is None


def test_a_system_that_is_not_positive_definite_is_refused():
    with pytest.raises(np.linalg.LinAlgError):
        shifted_solutions(np.diag([2.0, 1.0, -0.1]), np.ones(3), SHIFTS, 1e-10)
