"""The arc-cosine kernel against random ReLU units, and ridges by Cholesky against those by
eigendecomposition.
"""

import numpy as np
import pytest

from feature_learning.kernels.arc_cosine import arc_cosine

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
