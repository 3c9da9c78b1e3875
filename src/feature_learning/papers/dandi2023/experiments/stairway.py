"""The learning curves of the authors' summary picture, by the protocol inferred from it: one batch
serves every gradient and every fit (stairway-middle).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import GaussianBatch
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.theory.relu_risk import relu_risk
from feature_learning.training.streamed_readout import refitted
from feature_learning.training.streamed_step import Student, stepped, streamed_gradients

_EXACT = "float64"  # of the normal equations: the penalty is small next to them


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and network, without mirror pairs; readouts before the first step are uniform.

    All sample sizes share them, as one draw does in the picture.
    """
    width = setting["width"]
    drawn = model.teacher_and_weights(setting, 2, setting["d"], width, rng, law="gaussian")
    most = setting["first_readout"] / np.sqrt(width)
    return {**drawn, "second": most * rng("init", 1).uniform(-1, 1, width)}


def stairway(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, sample size and time.

    The first step is taken with the readouts as drawn, each later one with those of the last fit.
    Errors are exact risks after the fit.
    """
    d, width = setting["d"], setting["width"]
    teacher, sigma = draws["teacher"], activation(setting["activation"])
    targets = {name: model.target(name, 2) for name in setting.names("target")}
    start = [
        Student(draws["first"], model.labels(target, teacher), sigma, draws["second"])
        for target in targets.values()
    ]
    for log_size in setting.floats("log_size"):
        n = round(setting["share"] * d**log_size)
        batch, students = model.batch(n, d, rng, "train", n), start
        step = setting["rate"] * width * (n / d) ** 0.5
        for time in range(setting["steps"] + 1):
            if time:
                students = _after_step(batch, students, step, device)
            fitted = refitted(batch, students, setting["ridge"] * width, _EXACT)
            for (name, target), student in zip(targets.items(), fitted, strict=True):
                assert student.readout is not None
                risk = relu_risk(target, teacher, student.first_layer, [student.readout], sigma)
                row = {"target": name, "log_size": log_size, "time": time}
                yield {**row, "n": n, "error": float(risk[0])}
            students = fitted if time else start


def _after_step(
    batch: GaussianBatch, students: Sequence[Student], step: float, device: Device
) -> list[Student]:
    """Return the students after one gradient step of the first layer on the whole batch."""
    *_, (_, gradients) = streamed_gradients(batch, students, device)
    moved = []
    for student, gradient in zip(students, gradients, strict=True):
        assert student.readout is not None
        first = stepped(student.first_layer, step * student.readout, gradient)
        moved.append(replace(student, first_layer=first))
    return moved
