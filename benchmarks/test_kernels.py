"""Times of the kernels in which training and theory spend most of their time, at the sizes of the
laptop scale.
"""

import numpy as np
import pytest

from feature_learning.networks.activations import RELU, SHIFTED_RELU
from feature_learning.theory.double_descent import bias_variance
from feature_learning.theory.random_features import RandomFeatures
from feature_learning.training.second_layer import least_norm, ridge, ridge_path

RIDGES = np.geomspace(1e-4, 1e1, 9)


def regression(n: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return rng.standard_normal((n, width)), rng.standard_normal(n)


@pytest.mark.parametrize(("n", "width"), [(1000, 500), (500, 1000)], ids=["primal", "dual"])
def test_ridge(benchmark, n, width):
    assert benchmark(ridge, *regression(n, width), 10.0).shape == (width,)


@pytest.mark.parametrize(("n", "width"), [(1000, 500), (500, 1000)], ids=["primal", "dual"])
def test_ridge_path(benchmark, n, width):
    assert benchmark(ridge_path, *regression(n, width), RIDGES).shape == (width, len(RIDGES))


@pytest.mark.parametrize(("n", "width"), [(1000, 500), (500, 1000)], ids=["tall", "wide"])
def test_least_norm(benchmark, n, width):
    assert benchmark(least_norm, *regression(n, width)).shape == (width,)


def test_double_descent_curve(benchmark):
    ratios = np.linspace(0.1, 4.0, 300)
    curve = benchmark(lambda: [bias_variance(RELU, 3 * ratio, 3.0, 1e-3) for ratio in ratios])
    assert np.isfinite(curve).all()


def test_bulk_density(benchmark):
    features = RandomFeatures(0.3, 0.6, float(SHIFTED_RELU.hermite[1]), SHIFTED_RELU.nonlinear)
    assert (benchmark(features.eigenvalue_density, np.linspace(0.05, 2.5, 200)) >= 0).all()
