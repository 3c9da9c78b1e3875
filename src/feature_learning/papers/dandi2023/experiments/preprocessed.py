"""The authors' notebook: one step on labels less their constant and linear part."""

from dataclasses import replace

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import GaussianBatch
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.theory.relu_risk import relu_correlations, relu_risk
from feature_learning.training.streamed_readout import NormalEquations, refitted
from feature_learning.training.streamed_step import Student, write_coefficients
from feature_learning.training.visible_part import linear_part, without_linear_part


def _width(setting: Setting) -> int:
    return int(setting["ratio"] * setting["d"])


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and network; the notebook keeps them fixed over its draws."""
    return model.unpaired(setting, _width(setting), rng)


def preprocessed(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size and set of weights; step and readout use the same batch, which
    is streamed several times.

    ``error`` is the exact risk, the linear part being added back without error. The notebook adds
    back one that is estimated on its test points, and takes the error on these: ``as_published``
    contains what this adds, ``d/N (E y^2 - 2 E[e y])`` for N points and the residual e.
    """
    d, width, teacher = setting["d"], _width(setting), draws["teacher"]
    first, second = draws["first"], draws["second"]
    target, sigma = model.target(setting["target"], 2), activation(setting["activation"])
    truth = model.labels(target, teacher)
    nonlinear = HermiteTarget(
        {degrees: 0.0 if sum(degrees) == 1 else c for degrees, c in target.terms.items()}
    )
    # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with
    # plain features.
    penalty = setting["ridge"] * width
    for log_size in setting.floats("log_size"):
        n = int(d**log_size)  # rounded down, as in the notebook
        inputs = model.batch(n, d, rng, "train", n)
        labels = without_linear_part(truth, *linear_part(inputs, truth))
        start = Student(first, labels, sigma, second / width)
        frozen, gradient = _fit_and_gradient(inputs, start, penalty, device)
        for name in setting.names("weights"):
            learned = frozen
            if name == "stepped":
                step = setting["rate"] * (n / width) ** 0.5 * second[:, None]
                after = Student(first + step * gradient, labels, sigma)
                (learned,) = refitted(inputs, [after], penalty)
            weights, readout = learned.first_layer, learned.readout
            assert readout is not None
            error = float(relu_risk(nonlinear, teacher, weights, [readout], sigma)[0])
            correlation = float(readout @ relu_correlations(target, teacher, weights))
            residual = nonlinear.square_norm - correlation
            estimated = d / setting["published_test"] * (target.square_norm - 2 * residual)
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
