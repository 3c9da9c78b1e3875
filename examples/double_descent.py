"""Double descent of random-features regression, without Snakemake: theory beside the mean of eight
simulations per width.
"""

import math

import numpy as np

from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import RELU
from feature_learning.theory.double_descent import bias_variance
from feature_learning.training.second_layer import ridge

# Dimension, samples, penalty (Mei and Montanari's normalisation), repetitions
D, N, LAM, SEEDS = (100, 300, 1e-3, 8)


def simulated_risk(width: int, seed: int) -> float:
    rng = np.random.default_rng(seed)
    inputs, test = (on_sphere(rng.standard_normal((size, D)), math.sqrt(D)) for size in (N, 2000))
    beta, weights = on_sphere(rng.standard_normal(D)), on_sphere(rng.standard_normal((width, D)))
    readout = ridge(RELU(inputs @ weights.T), inputs @ beta, N * width / D * LAM)
    return float(np.mean((test @ beta - RELU(test @ weights.T) @ readout) ** 2))


print("N/n    theory  simulation")
for ratio in (0.2, 0.5, 0.8, 1.0, 1.25, 2.0, 4.0):
    width = round(ratio * N)
    theory, _ = bias_variance(RELU, psi1=width / D, psi2=N / D, lam=LAM)
    simulated = np.mean([simulated_risk(width, seed) for seed in range(SEEDS)])
    print(f"{ratio:<6g} {theory:6.3f}  {simulated:10.3f}")
