"""The error of few ReLU neurons whose readout is refitted, from the overlaps that a recursion
predicts for infinite dimension.
"""

import numpy as np
from scipy.linalg import solve

from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import RELU
from feature_learning.theory.relu_risk import relu_risk


def refitted_risk(
    target: HermiteTarget,
    overlap: np.ndarray,
    student: np.ndarray,
    size: int,
    penalty: float,
    draws: int,
    rng: np.random.Generator,
) -> float:
    """Return the mean risk of a ridge readout that is fitted on fresh inputs.

    Parameters
    ----------
    target
        f*, of r projections.
    overlap : (p, r)
        ``M = W W*^T``.
    student : (p, p)
        ``Q = W W^T``; it may be singular, as with mirror pairs.
    size
        The number of inputs of the fit.
    penalty
        Added to the sum of squares.
    draws
        How many fits to average over.
    rng
        The stream.

    References
    ----------
    Derived here: on Gaussian inputs labels and features are functions of the fields ``(W* x, W x)``
    alone, whose covariance is ``[[I, M^T], [M, Q]]``. Weights with these products are ``[M, S]``
    with ``S S^T = Q - M M^T``, next to a teacher that is the first r axes. The risk of each fit is
    exact, from `relu_risk`.
    """
    values, vectors = np.linalg.eigh(student - overlap @ overlap.T)
    weights = np.hstack([overlap, vectors * np.sqrt(np.clip(values, 0, None))])
    r = overlap.shape[1]
    readouts = []
    for _ in range(draws):
        inputs = rng.standard_normal((size, weights.shape[1]))
        features = RELU(inputs @ weights.T)
        gram = features.T @ features + penalty * np.eye(len(weights))
        readouts.append(solve(gram, features.T @ target(inputs[:, :r]), assume_a="pos"))
    return float(relu_risk(target, np.eye(r, weights.shape[1]), weights, readouts).mean())
