"""The largest eigenvalue equals the largest of all eigenvalues."""

import numpy as np
import pytest

from feature_learning.core.eigen import largest_eigenvalue, largest_singular_value


def matrix(n, dtype="float64"):
    factor = np.random.default_rng(n).standard_normal((n, n + 5)).astype(dtype)
    return factor @ factor.T


@pytest.mark.parametrize("n", [1, 19, 20, 150])
@pytest.mark.parametrize(("dtype", "precision"), [("float32", 1e-5), ("float64", 1e-9)])
def test_the_largest_eigenvalue_is_that_of_all(n, dtype, precision):
    own = matrix(n, dtype)
    assert largest_eigenvalue(own) == pytest.approx(
        float(np.linalg.eigvalsh(own.astype(float))[-1]), rel=precision
    )


def test_torch_gives_the_same_number():
    xp = pytest.importorskip("array_api_compat.torch")
    own = matrix(30)
    assert largest_eigenvalue(xp.asarray(own), xp) == pytest.approx(
        largest_eigenvalue(own), rel=1e-9
    )


@pytest.mark.parametrize("size", [(30, 12), (12, 30), (90, 40), (40, 90)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_largest_singular_value_is_that_of_a_decomposition(size, dtype):
    own = np.random.default_rng(3).standard_normal(size).astype(dtype)
    assert largest_singular_value(own) == pytest.approx(float(np.linalg.norm(own, 2)), rel=1e-4)


def test_a_matrix_of_zeros_has_the_singular_value_zero():
    for shape in ((5, 4), (50, 40)):  # both methods
        assert largest_singular_value(np.zeros(shape)) == 0.0
    assert largest_eigenvalue(np.zeros((40, 40))) == 0.0
