import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.kernels.ridge import ridge_path


@pytest.mark.parametrize("shape", [(20,), (20, 3)])
def test_every_penalty_of_the_path_solves_its_own_system(shape):
    rng = np.random.default_rng(0)
    features, labels = rng.standard_normal((20, 8)), rng.standard_normal(shape)
    gram, penalties = features @ features.T, [1e-3, 0.5, 20.0]
    path = ridge_path(gram, labels, penalties)
    assert path.shape == (*shape, 3)
    for position, penalty in enumerate(penalties):
        np.testing.assert_allclose(path[..., position], np.linalg.solve(gram + penalty * np.eye(20), labels), rtol=1e-9)


def test_a_single_penalty_needs_no_decomposition_and_gives_the_same():
    rng = np.random.default_rng(1)
    features, labels = rng.standard_normal((20, 30)), rng.standard_normal((20, 3))
    gram = features @ features.T
    np.testing.assert_allclose(ridge_path(gram, labels, [0.5])[..., 0], ridge_path(gram, labels, [0.5, 2.0])[..., 0], rtol=1e-9)


def test_a_penalty_that_is_not_positive_is_refused():
    with pytest.raises(UserError, match="not 0"):
        ridge_path(np.eye(2), np.ones(2), [1.0, 0.0])
