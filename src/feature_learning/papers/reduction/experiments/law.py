"""Two giant steps of a small network by both methods, direct and reduced."""

from functools import partial

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import ActivationName, Count, Grid, Positive
from feature_learning.data.covariates import GaussianBatch, orthonormal
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.initialisation import first_layer, mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.reduction.model import ACROSS, LINE, Dimension, cosines
from feature_learning.training.reduction import Coordinates, initial_coordinates
from feature_learning.training.streamed_step import Student, streamed_steps

METHODS = ("direct", "reduced")
NUMBERS = ("along", "across", "norm", "pair", "first_across")


class Law(Experiment):
    """Five numbers of the network after the second step, in many runs of each seed."""

    d: Grid[Dimension]
    width: Count
    activation: ActivationName
    step: Positive
    alpha: Positive  # n/d
    replicas: Count  # runs of a seed by each method

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, method and run."""
        for d in self.d:
            for number, method in enumerate(METHODS):
                for replica in range(self.replicas):
                    numbers = self.second_step(d, method, rng, (d, number, replica), device)
                    yield {"d": d, "method": method, "replica": replica, **numbers}

    def second_step(
        self, d: int, method: str, rng: Streams, key: tuple[int, ...], device: Device
    ) -> dict[str, float]:
        """Return the numbers of one run."""
        width, n, pairs = self.width, round(self.alpha * d), self.width // 2
        if method == "reduced":
            coordinates = Coordinates(d, 2, partial(rng, "surrogate", *key))
            half, teacher = initial_coordinates(pairs, 2, d, "sphere", rng("init", *key))
            teacher = teacher[:, :2]
        else:
            coordinates = None
            half = first_layer(pairs, d, "sphere", rng("init", *key))
            teacher = orthonormal(2, d, rng("teacher", *key))
        first, signs = mirrored(half, np.ones(pairs), width)

        def labels(x: np.ndarray) -> np.ndarray:
            return STAIRCASE(x[:, : teacher.shape[1]] @ teacher.T)

        def batch(time: int) -> GaussianBatch:
            return GaussianBatch(n, d, partial(rng, "train", *key, time), "float64")

        student = Student(first, labels, activation(self.activation), signs / width)
        students, pushes = [student], [self.step * signs]
        *_, (_, _, (after,)) = streamed_steps(batch, students, pushes, 2, device, coordinates)
        weights = after.first_layer
        norms = np.linalg.norm(weights, axis=1)
        of_weights = cosines(weights, teacher)
        return {
            "along": float((of_weights[:pairs] @ LINE).mean()),
            "across": float(np.sqrt(((of_weights @ ACROSS) ** 2).mean())),
            "norm": float(norms.mean()),
            "pair": float(weights[0] @ weights[1] / (norms[0] * norms[1])),
            "first_across": float(of_weights[0] @ ACROSS),
        }
