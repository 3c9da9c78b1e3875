"""The second phase of the studies of samples and of compression: rescaled weights, new biases, a
ridge that is chosen on further inputs.
"""

import math

import numpy as np

from feature_learning.core.experiment import Setting, Streams
from feature_learning.data.covariates import stratified_gaussian

REACH = 3.0


def rescaled(weights: np.ndarray) -> np.ndarray:
    """Return the weights over the root mean square norm of their rows, because weight decay leaves
    them small.
    """
    return weights * (math.sqrt(len(weights)) / float(np.linalg.norm(weights)))


def redrawn_bias(width: int, rng: Streams) -> np.ndarray:
    """Return biases uniform on [-3, 3], which cover where rescaled neurons see their inputs."""
    return rng("refit").uniform(-REACH, REACH, width)


def ridges(setting: Setting) -> list[float]:
    """Return the ridges to choose from."""
    return list(np.geomspace(setting["least_ridge"], setting["largest_ridge"], setting["ridges"]))


def held_out_inputs(setting: Setting, d: int, rng: Streams) -> list[np.ndarray]:
    """Draw inputs to choose the ridge on, and as many for the error, (test_size, d), stratified
    along the first coordinate.
    """
    size, axis = setting["test_size"], np.eye(d)[0]
    return [stratified_gaussian(size, axis, rng("test", part)) for part in (0, 1)]
