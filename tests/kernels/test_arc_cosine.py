"""The arc-cosine kernel against random ReLU units, and ridges by Cholesky against those by eigendecomposition."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.kernels.ridge import ridge_each, ridge_path

RNG = np.random.default_rng(0)


def test_it_is_the_mean_over_relu_units():
    x, z = RNG.standard_normal((4, 5)), RNG.standard_normal((3, 5))
    weights = RNG.standard_normal((200_000, 5)) / np.sqrt(5)
    one, other = np.maximum(weights @ x.T, 0), np.maximum(weights @ z.T, 0)
    products = 2 * one[:, :, None] * other[:, None, :]
    errors = products.std(axis=0) / len(weights) ** 0.5
    assert (np.abs(products.mean(axis=0) - arc_cosine(x, z)) < 4.5 * errors).all()


def test_the_diagonal_is_the_square_norm():
    x = RNG.standard_normal((6, 4))
    assert np.diag(arc_cosine(x, x)) == pytest.approx((x**2).sum(axis=1) / 4)


def test_both_ways_to_ridges_agree():
    x, labels = RNG.standard_normal((40, 3)), RNG.standard_normal((40, 2))
    gram = 1 + arc_cosine(x, x)
    for given in (labels, labels[:, 0]):
        assert np.allclose(ridge_each(gram, given, [0.1, 2.0]), ridge_path(gram, given, [0.1, 2.0]), atol=1e-9)
    with pytest.raises(UserError, match="positive penalties"):
        ridge_each(gram, labels, [0.0])
