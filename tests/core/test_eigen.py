"""Parts of eigendecompositions: those of the whole one."""

import numpy as np
import pytest

from feature_learning.core.eigen import largest_eigenvalue, leading_vectors


def matrix(n, dtype="float64"):
    factor = np.random.default_rng(n).standard_normal((n, n + 5)).astype(dtype)
    return factor @ factor.T


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 1), (3, 3), (10, 2), (150, 2), (200, 1)])
def test_leading_vectors_are_those_of_the_whole_decomposition(n, count):
    own = matrix(n)
    values, vectors = np.linalg.eigh(own)
    kept = own.copy()
    found_values, found = leading_vectors(own, count)
    assert np.array_equal(own, kept)
    assert found_values == pytest.approx(values, rel=1e-10, abs=1e-12)
    assert found.shape == (n, count)
    assert np.abs((found * vectors[:, -count:]).sum(axis=0)) == pytest.approx(np.ones(count))
    assert own @ found == pytest.approx(found * values[-count:], rel=1e-9, abs=1e-9 * values[-1])


@pytest.mark.parametrize("n", [1, 19, 20, 150])
@pytest.mark.parametrize(("dtype", "precision"), [("float32", 1e-5), ("float64", 1e-9)])
def test_the_largest_eigenvalue_is_that_of_all(n, dtype, precision):
    own = matrix(n, dtype)
    assert largest_eigenvalue(own) == pytest.approx(float(np.linalg.eigvalsh(own.astype(float))[-1]), rel=precision)


def test_torch_gives_the_same_numbers():
    xp = pytest.importorskip("array_api_compat.torch")
    own = matrix(30)
    values, vectors = leading_vectors(xp.asarray(own), 2, xp)
    expected, same = leading_vectors(own, 2)
    assert values.numpy() == pytest.approx(expected)
    assert np.abs(vectors.numpy()) == pytest.approx(np.abs(same), abs=1e-10)
    assert largest_eigenvalue(xp.asarray(own), xp) == pytest.approx(expected[-1])
