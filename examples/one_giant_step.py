"""One gradient step of size n^alpha on the first layer, without Snakemake: ridge regression learns
what it could not before.
"""

import math

import numpy as np

from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.networks.initialisation import first_layer, second_layer
from feature_learning.training.giant_step import first_layer_gradient
from feature_learning.training.second_layer import ridge

N, D, WIDTH, RIDGE = 1000, 300, 500, 0.01
link = Link.monic(0, 1, 1 / math.sqrt(2))  # y = H_1 + H_2/sqrt 2 of one projection
rng = np.random.default_rng(0)
beta, W, a = (
    on_sphere(rng.standard_normal(D)),
    first_layer(WIDTH, D, "sphere", rng),
    second_layer(WIDTH, rng),
)
(X, y), (refit, refit_y), (test, test_y) = (
    (x, link(x @ beta)) for x in (rng.standard_normal((size, D)) for size in (N, N, 4000))
)
gradient = first_layer_gradient(X, X @ W.T, y, a, SHIFTED_RELU, np)

print("alpha      test error")
for alpha in (-math.inf, 0.1, 0.2, 0.29, 0.39):
    updated = W + N**alpha * gradient
    readout = ridge(SHIFTED_RELU(refit @ updated.T), refit_y, RIDGE * N)
    error = np.mean((test_y - SHIFTED_RELU(test @ updated.T) @ readout) ** 2)
    print(f"{'untrained' if alpha == -math.inf else alpha:<10} {error:.3f}")
