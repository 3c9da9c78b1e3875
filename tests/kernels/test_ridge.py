import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.kernels.ridge import kernel_ridge


@pytest.mark.parametrize("shape", [(20,), (20, 3)])
def test_every_penalty_of_the_path_solves_its_own_system(shape):
    rng = np.random.default_rng(0)
    features, labels = rng.standard_normal((20, 8)), rng.standard_normal(shape)
    gram, penalties = features @ features.T, [1e-3, 0.5, 20.0]
    path = kernel_ridge(gram, labels, penalties)
    assert path.shape == (*shape, 3)
    for position, penalty in enumerate(penalties):
        exact = np.linalg.solve(gram + penalty * np.eye(20), labels)
        np.testing.assert_allclose(path[..., position], exact, atol=1e-7 * np.abs(exact).max())


@pytest.mark.parametrize("shape", [(40,), (40, 2)])
def test_many_penalties_and_few_give_the_same(shape):
    rng = np.random.default_rng(1)
    features, labels = rng.standard_normal((40, 30)), rng.standard_normal(shape)
    gram, many = features @ features.T, np.geomspace(0.1, 10, 50)
    few = kernel_ridge(gram, labels, [many[7]])[..., 0]
    np.testing.assert_allclose(
        kernel_ridge(gram, labels, many)[..., 7], few, atol=1e-7 * np.abs(few).max()
    )


def test_penalties_too_small_for_a_krylov_space_have_their_factorisations():
    diagonal = np.geomspace(1e-6, 1, 500)
    penalties = [1e-9, 1e-7]
    found = kernel_ridge(np.diag(diagonal), np.ones(500), penalties)
    np.testing.assert_allclose(found, 1 / (diagonal[:, None] + penalties), rtol=1e-12)


def test_a_matrix_indefinite_by_rounding_is_solved_with_its_negative_eigenvalues_at_zero():
    gram = np.diag([2.0, 1.0, -1e-9])
    np.testing.assert_allclose(
        kernel_ridge(gram, np.ones(3), [1e-10])[:, 0], [0.5, 1.0, 1e10], rtol=1e-6
    )


def test_a_penalty_that_is_not_positive_is_refused():
    with pytest.raises(UserError, match="not 0"):
        kernel_ridge(np.eye(2), np.ones(2), [1.0, 0.0])
