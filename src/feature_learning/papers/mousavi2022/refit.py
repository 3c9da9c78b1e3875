"""The second phase of the studies of samples and of compression: rescaled weights, new biases, a
ridge that is chosen on further inputs.
"""

import math

import numpy as np

from feature_learning.core.experiment import Experiment, Streams
from feature_learning.core.values import Count, Positive
from feature_learning.data.covariates import stratified_gaussian

REACH = 3.0


class ChosenRidge(Experiment):
    """A ridge regression whose ridge is chosen."""

    least_ridge: Positive
    largest_ridge: Positive
    ridges: Count  # how many, evenly spaced in the logarithm

    @property
    def penalties(self) -> list[float]:
        """The ridges to choose from."""
        return list(np.geomspace(self.least_ridge, self.largest_ridge, self.ridges))


def rescaled(weights: np.ndarray) -> np.ndarray:
    """Return the weights over the root mean square norm of their rows, because weight decay leaves
    them small.
    """
    return weights * (math.sqrt(len(weights)) / float(np.linalg.norm(weights)))


def redrawn_bias(width: int, rng: Streams) -> np.ndarray:
    """Return biases uniform on [-3, 3], which cover where rescaled neurons see their inputs."""
    return rng("refit").uniform(-REACH, REACH, width)


def held_out_inputs(size: int, d: int, rng: Streams) -> list[np.ndarray]:
    """Draw inputs to choose the ridge on, and as many for the error, (size, d), stratified along
    the first coordinate.
    """
    return [stratified_gaussian(size, np.eye(d)[0], rng("test", part)) for part in (0, 1)]
