"""Means of products of zonal functions: closed forms, and many points of the sphere."""

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import RELU
from feature_learning.theory.zonal import Zonal, orthonormal


@pytest.mark.parametrize(("d", "reach"), [(20, 0.9), (100, 0.7), (400, 0.5)])
def test_products_of_relus_are_the_arc_cosine_kernel(d, reach):
    relu = Zonal.of(RELU, d, RELU.kinks)
    r = np.linspace(-reach, reach, 41)[:, None]
    # of Gaussian inputs, too: relu is homogeneous
    exact = (np.sqrt(1 - r**2) + r * (np.pi - np.arccos(r))) / (2 * np.pi)
    assert np.allclose(relu.mean_product(relu, r), exact, atol=1e-8)
    gram = relu.gram(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert np.allclose(gram, [[0.5, 1 / (2 * np.pi)], [1 / (2 * np.pi), 0.5]])


def test_polynomials_are_orthonormal_on_the_sphere():
    x = on_sphere(np.random.default_rng(0).standard_normal((400000, 6)), 6**0.5)[:, 0]
    values = orthonormal(x, 6, 4)
    assert np.allclose(values @ values.T / len(x), np.eye(5), atol=0.02)


def test_products_are_those_of_points_on_the_sphere():
    d, rng = 5, np.random.default_rng(1)
    x = on_sphere(rng.standard_normal((400000, d)), d**0.5)
    w, v = np.eye(d)[0], np.array([0.6, 0.8, 0, 0, 0])
    left, right = Zonal.of(np.tanh, d), Zonal.polynomial([0.3, 1.0, 0.5], d)
    sampled = (np.tanh(x @ w) * right(x @ v)).mean()
    assert left.mean_product(right, np.array([[w @ v]])).item() == pytest.approx(sampled, abs=0.01)
    assert right.square == pytest.approx(1.34)
    assert Zonal.polynomial([0.0], d)(x[:3, 0]).tolist() == [0, 0, 0]
