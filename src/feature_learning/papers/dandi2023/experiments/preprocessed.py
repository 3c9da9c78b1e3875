"""The authors' notebook: one step on labels less their constant and linear part."""

from dataclasses import replace
from typing import Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import GaussianBatch
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.model import Activated, batch, labels, unpaired
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.theory.relu_risk import relu_correlations, relu_risk
from feature_learning.training.streamed_readout import NormalEquations, refitted
from feature_learning.training.streamed_step import Student, write_coefficients
from feature_learning.training.visible_part import linear_part, without_linear_part


class Preprocessed(Activated):
    """Step and readout on one batch, which is streamed several times.

    ``error`` is the exact risk, the linear part being added back without error. The notebook adds
    back one that is estimated on its test points, and takes the error on these: ``as_published``
    contains what this adds, ``d/N (E y^2 - 2 E[e y])`` for N points and the residual e.
    """

    d: Count
    ratio: Positive  # neurons per dimension
    target: PaperTarget
    log_size: Grid[Positive]  # log n/log d
    weights: Grid[Literal["stepped", "frozen"]]
    rate: Positive
    ridge: Positive
    published_test: Count  # the notebook's number of test points

    @property
    def width(self) -> int:
        """The number of neurons."""
        return int(self.ratio * self.d)

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and network; the notebook keeps them fixed over its draws."""
        return unpaired(self.d, self.width, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size and set of weights."""
        d, width, sigma, teacher = self.d, self.width, self.sigma, draws["teacher"]
        first, second, expansion = draws["first"], draws["second"], target(self.target, 2)
        truth = labels(expansion, teacher)
        nonlinear = HermiteTarget(
            {degrees: 0.0 if sum(degrees) == 1 else c for degrees, c in expansion.terms.items()}
        )
        # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty
        # with plain features.
        penalty = self.ridge * width
        for log_size in self.log_size:
            n = int(d**log_size)  # rounded down, as in the notebook
            inputs = batch(n, d, rng, "train", n)
            remaining = without_linear_part(truth, *linear_part(inputs, truth))
            start = Student(first, remaining, sigma, second / width)
            frozen, gradient = _fit_and_gradient(inputs, start, penalty, device)
            for name in self.weights:
                learned = frozen
                if name == "stepped":
                    step = self.rate * (n / width) ** 0.5 * second[:, None]
                    after = Student(first + step * gradient, remaining, sigma)
                    (learned,) = refitted(inputs, [after], penalty)
                weights, readout = learned.first_layer, learned.readout
                assert readout is not None
                error = float(relu_risk(nonlinear, teacher, weights, [readout], sigma)[0])
                correlation = float(readout @ relu_correlations(expansion, teacher, weights))
                residual = nonlinear.square_norm - correlation
                estimated = d / self.published_test * (expansion.square_norm - 2 * residual)
                row = {"log_size": log_size, "n": n, "weights": name}
                yield {**row, "error": error, "as_published": error + estimated}


def _fit_and_gradient(
    batch: GaussianBatch, student: Student, penalty: float, device: Device
) -> tuple[Student, np.ndarray]:
    """Return the student with the best readout on a batch, and its gradient g there; both need the
    same preactivations.
    """
    assert student.readout is not None
    xp = device.xp
    first, readout = (
        device.put(array.astype(batch.dtype)) for array in (student.first_layer, student.readout)
    )
    fit, total = NormalEquations(batch.n, len(first), xp), np.zeros(student.first_layer.shape)
    for part in batch:
        x, y = device.put(part), device.put(student.labels(part).astype(batch.dtype, copy=False))
        fields = first @ x.T
        fit.add(student.activation(fields, xp).T, y)
        write_coefficients(fields, y, readout, student.activation, xp)
        total += device.get(fields @ x)
    best = device.get(fit.solve(penalty)).astype(batch.dtype)
    return replace(student, readout=best), total / batch.n
