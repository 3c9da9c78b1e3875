"""Several steps of networks on common batches, and their errors once readouts are refitted."""

from collections.abc import Iterator, Sequence
from itertools import chain, product

import numpy as np

from feature_learning.core.experiment import Device, Setting, Streams
from feature_learning.data.covariates import GaussianBatch
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.initialisation import mirrored
from feature_learning.papers.dandi2023.shared import model
from feature_learning.theory.relu_risk import relu_risk
from feature_learning.training.streamed_readout import refitted
from feature_learning.training.streamed_step import Student, streamed_steps


def mirror_pairs(setting: Setting, half: np.ndarray, law: str) -> tuple[np.ndarray, np.ndarray]:
    """Return first and second layer of mirror pairs, given one neuron of each pair and the law of
    the readout.
    """
    return mirrored(half, model.readout(law, setting["width"] // 2), setting["width"])


def several_steps(
    setting: Setting,
    directions: int,
    d: int,
    students: Sequence[Student],
    pushes: Sequence[np.ndarray],
    rng: Streams,
    device: Device,
    *key: int,
) -> Iterator[tuple[int, list[np.ndarray], list[Student]]]:
    """Yield (time, gradients followed, students after the step); each step has a fresh batch of
    n = alpha d, which all students see.
    """
    n, last = round(setting["alpha"] * d), max(setting.ints("time"))

    def batches(time: int) -> GaussianBatch:
        return model.batch(n, d, rng, "train", *key, time)

    reduced = model.coordinates(setting, d, directions, rng, *key)
    return streamed_steps(batches, students, pushes, last, device, reduced)


def refitted_risks(
    states: Sequence[Sequence[Student]],
    targets: Sequence[HermiteTarget],
    teacher: np.ndarray,
    batch: GaussianBatch,
    ridge: float,
    dtype: str | None = None,
) -> Iterator[tuple[int, int, float]]:
    """Yield (time, number of the target, exact risk) of states with one student per target, with
    the readouts that best fit a batch in as many dimensions as `dimensions` says.

    ``dtype`` is that of the normal equations, if it is not the batch's.
    """
    students = list(chain(*states))
    # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with
    # plain features.
    learned = refitted(batch, students, ridge * len(students[0].first_layer), dtype)
    cases = product(range(len(states)), range(len(targets)))
    for (time, case), student in zip(cases, learned, strict=True):
        assert student.readout is not None
        weights = student.first_layer
        axes = np.pad(teacher, ((0, 0), (0, weights.shape[1] - teacher.shape[1])))
        risk = relu_risk(targets[case], axes, weights, [student.readout], student.activation)
        yield time, case, float(risk[0])


def dimensions(states: Sequence[Sequence[Student]]) -> int:
    """Return the dimension of the widest weights, in which inputs are to be drawn."""
    return max(student.first_layer.shape[1] for student in chain(*states))
