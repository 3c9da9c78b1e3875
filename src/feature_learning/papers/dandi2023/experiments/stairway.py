"""The learning curves of the authors' summary picture, by the protocol inferred from it: one batch
serves every gradient and every fit (stairway-middle).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import GaussianBatch
from feature_learning.papers.dandi2023.model import Activated, batch, labels, network
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.theory.relu_risk import relu_risk
from feature_learning.training.streamed_readout import refitted
from feature_learning.training.streamed_step import Student, stepped, streamed_gradients

_EXACT = "float64"  # of the normal equations: the penalty is small next to them


class Stairway(Activated):
    """Exact risks after each fit, on one batch for all gradients and fits.

    The first step is taken with the readouts as drawn, each later one with those of the last fit.
    """

    d: Count
    width: Count
    target: Grid[PaperTarget]
    log_size: Grid[Positive]  # log(n/share)/log d
    share: Positive
    steps: Count
    rate: Positive  # the step size over p sqrt(n/d)
    ridge: Positive
    first_readout: Positive  # the largest readout before the first step, times sqrt p

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and network, without mirror pairs; readouts before the first step are
        uniform. All sample sizes share them, as one draw does in the picture.
        """
        drawn = network(2, self.d, self.width, rng, law="gaussian")
        most = self.first_readout / np.sqrt(self.width)
        return {**drawn, "second": most * rng("init", 1).uniform(-1, 1, self.width)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, sample size and time."""
        d, teacher = self.d, draws["teacher"]
        targets = {name: target(name, 2) for name in self.target}
        start = [
            Student(draws["first"], labels(each, teacher), self.sigma, draws["second"])
            for each in targets.values()
        ]
        for log_size in self.log_size:
            n = round(self.share * d**log_size)
            inputs, students = batch(n, d, rng, "train", n), start
            step = self.rate * self.width * (n / d) ** 0.5
            for time in range(self.steps + 1):
                if time:
                    students = _after_step(inputs, students, step, device)
                fitted = refitted(inputs, students, self.ridge * self.width, _EXACT)
                for (name, each), student in zip(targets.items(), fitted, strict=True):
                    assert student.readout is not None
                    weights, readouts = student.first_layer, [student.readout]
                    risk = relu_risk(each, teacher, weights, readouts, self.sigma)
                    row = {"target": name, "log_size": log_size, "time": time}
                    yield {**row, "n": n, "error": float(risk[0])}
                students = fitted if time else start


def _after_step(
    inputs: GaussianBatch, students: Sequence[Student], step: float, device: Device
) -> list[Student]:
    """Return the students after one gradient step of the first layer on the whole batch."""
    *_, (_, gradients) = streamed_gradients(inputs, students, device)
    moved = []
    for student, gradient in zip(students, gradients, strict=True):
        assert student.readout is not None
        first = stepped(student.first_layer, step * student.readout, gradient)
        moved.append(replace(student, first_layer=first))
    return moved
