"""Shifted systems through a band matrix against each solved on its own."""

import numpy as np
import pytest

from feature_learning.kernels.banded import shifted_solutions

SHIFTS = np.array([1e-2, 1.0, 50.0])


@pytest.mark.parametrize("n", [1, 40, 96, 97, 193, 300])
def test_every_shift_solves_its_own_system(n):
    rng = np.random.default_rng(n)
    factor, sides = rng.standard_normal((n, n // 2 + 1)), rng.standard_normal((n, 2))
    matrix = factor @ factor.T / n
    kept = matrix.copy()
    found = shifted_solutions(matrix, sides, SHIFTS)
    for position, shift in enumerate(SHIFTS):
        np.testing.assert_allclose(found[..., position], np.linalg.solve(matrix + shift * np.eye(n), sides), atol=1e-11)
    assert (matrix == kept).all()


def test_columns_that_are_zero_below_the_band_need_no_reflection():
    diagonal, sides = np.arange(1.0, 251.0), np.ones((250, 1))
    np.testing.assert_allclose(shifted_solutions(np.diag(diagonal), sides, SHIFTS)[:, 0], 1 / (diagonal[:, None] + SHIFTS), rtol=1e-14)


def test_a_system_that_is_not_positive_definite_is_refused():
    with pytest.raises(np.linalg.LinAlgError):
        shifted_solutions(np.diag([2.0, 1.0, -0.1]), np.ones((3, 1)), SHIFTS)
