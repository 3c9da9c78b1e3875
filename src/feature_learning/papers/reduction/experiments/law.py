"""Two giant steps of a small network by both methods, direct and reduced, whose laws are compared."""

from functools import partial

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import GaussianBatch, orthonormal
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.activations import RELU
from feature_learning.networks.initialisation import first_layer, mirrored
from feature_learning.papers.reduction.shared.model import LINE, cosines
from feature_learning.training.reduction import Coordinates, initial_coordinates
from feature_learning.training.streamed_step import Student, streamed_steps

METHODS = ("direct", "reduced")
NUMBERS = ("along", "across", "norm", "pair", "first_across")
_ACROSS = np.array([-LINE[1], LINE[0]])


def law(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, method and run: five numbers of the network after the second step."""
    for d in map(int, setting.grid["d"]):
        for number, method in enumerate(METHODS):
            for replica in range(setting["replicas"]):
                found = _second_step(setting, d, method, rng, (d, number, replica), device)
                yield {"d": d, "method": method, "replica": replica, **found}


def _second_step(setting: Setting, d: int, method: str, rng: Streams, key: tuple[int, ...], device: Device) -> dict[str, float]:
    width, n = setting["width"], round(setting["alpha"] * d)
    held = Coordinates(d, 2, partial(rng, "surrogate", *key)) if method == "reduced" else None
    if held:
        half, teacher = initial_coordinates(width // 2, 2, d, "sphere", rng("init", *key))
        teacher = teacher[:, :2]
    else:
        half, teacher = first_layer(width // 2, d, "sphere", rng("init", *key)), orthonormal(2, d, rng("teacher", *key))
    first, signs = mirrored(half, np.ones(width // 2), width)

    def labels(x: np.ndarray) -> np.ndarray:
        return STAIRCASE(x[:, : teacher.shape[1]] @ teacher.T)

    def batch(time: int) -> GaussianBatch:
        return GaussianBatch(n, d, partial(rng, "train", *key, time), "float64")

    student = Student(first, labels, RELU, signs / width)
    *_, (_, _, (moved,)) = streamed_steps(batch, [student], [setting["step"] * signs], 2, device, held)
    weights = moved.first_layer
    norms = np.linalg.norm(weights, axis=1)
    of_weights = cosines(weights, teacher)
    return {
        "along": float((of_weights[: width // 2] @ LINE).mean()),
        "across": float(np.sqrt(((of_weights @ _ACROSS) ** 2).mean())),
        "norm": float(norms.mean()),
        "pair": float(weights[0] @ weights[1] / (norms[0] * norms[1])),
        "first_across": float(of_weights[0] @ _ACROSS),
    }
