"""The authors' notebook: one step on labels less their constant and linear part (fig-nb)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import GaussianBatch
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import batch, labels, target, unpaired
from feature_learning.training.streamed_readout import NormalEquations, refitted, streamed_outputs
from feature_learning.training.streamed_step import Student, write_coefficients
from feature_learning.training.visible_part import linear_part, without_linear_part


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and network; the notebook keeps them fixed over its draws."""
    return unpaired(setting, rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per sample size and set of weights; step and readout use the same batch, which is streamed several times."""
    d, width = setting["d"], setting["width"]
    aim, sigma = target(setting["target"], 2), activation(setting["activation"])
    truth = labels(aim, instance["teacher"])
    first, second = instance["first"], instance["second"]
    points: list[tuple[int, str]] = []
    learned: list[Student] = []
    # The notebook adds back a linear part estimated on 1e5 test points, nearly the exact one; `error` uses the batch's.
    exact_part = 0.0, aim.linear() @ instance["teacher"]
    linear_parts = {}
    for n in map(int, setting.grid["n"]):
        inputs = batch(n, d, rng, "train", n)
        linear_parts[n] = linear_part(inputs, truth)
        rest = without_linear_part(truth, *linear_parts[n])
        # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with plain features.
        penalty = setting["ridge"] * width
        frozen, gradient = _fit_and_gradient(inputs, Student(first, rest, sigma, second / width), penalty, device)
        stepped = Student(first + setting["rate"] * (n / width) ** 0.5 * second[:, None] * gradient, rest, sigma)
        for name in map(str, setting.grid["weights"]):
            points.append((n, name))
            learned += [frozen] if name == "frozen" else refitted(inputs, [stepped], penalty)
    errors = np.zeros((len(points), 3))
    for x, outputs in streamed_outputs(batch(setting["test_size"], d, rng, "test"), learned):
        y = truth(x)
        for case, ((n, _), output) in enumerate(zip(points, outputs, strict=True)):
            own, exact = (constant + x @ linear.astype(np.float32) for constant, linear in (linear_parts[n], exact_part))
            errors[case] += [((y - p) ** 2).sum() for p in (own + output, exact + output, own)]
    for (n, name), (error, exact_linear, linear) in zip(points, errors / setting["test_size"], strict=True):
        yield {"n": n, "weights": name, "error": float(error), "error_exact_linear": float(exact_linear), "linear_error": float(linear)}


def _fit_and_gradient(batch: GaussianBatch, student: Student, penalty: float, device: Device) -> tuple[Student, np.ndarray]:
    """Return the student with the best readout on a batch, and its gradient g there; both need the same preactivations."""
    assert student.readout is not None
    xp = device.xp
    first, readout = (device.put(array.astype(batch.dtype)) for array in (student.first_layer, student.readout))
    fit, total = NormalEquations(batch.n, len(first), xp), np.zeros(student.first_layer.shape)
    for part in batch:
        x, y = device.put(part), device.put(student.labels(part).astype(batch.dtype, copy=False))
        fields = first @ x.T
        fit.add(student.activation(fields, xp).T, y)
        write_coefficients(fields, y, readout, student.activation, xp)
        total += device.get(fields @ x)
    return replace(student, readout=device.get(fit.solve(penalty)).astype(batch.dtype)), total / batch.n
