"""The second phase in the studies of samples and of compression: rescaled weights, new biases, ridge regression."""

from __future__ import annotations

import math

import numpy as np

from feature_learning.core.streams import Streams

REACH = 3.0


def rescaled(weights: np.ndarray) -> np.ndarray:
    """Return the weights over the root mean square norm of their rows, since weight decay leaves them small."""
    return weights * (math.sqrt(len(weights)) / float(np.linalg.norm(weights)))


def redrawn_bias(width: int, rng: Streams) -> np.ndarray:
    """Return biases uniform on [-3, 3], which cover where rescaled neurons see their inputs."""
    return rng("refit").uniform(-REACH, REACH, width)
