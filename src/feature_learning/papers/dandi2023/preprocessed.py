"""The authors' notebook: one step on labels less their constant and linear part (fig-nb)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.activations import RELU
from feature_learning.papers.dandi2023.model import TARGETS, batch, labels, unpaired
from feature_learning.training.streamed_readout import refitted, streamed_outputs
from feature_learning.training.streamed_step import Student, linear_part, streamed_gradient, without_linear_part


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and network; the notebook keeps these fixed over its draws."""
    return unpaired(setting, rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a sample size and set of weights; step and readout use the same batch, streamed again and again."""
    d, width = setting["d"], setting["width"]
    truth = labels(TARGETS["quartic"], instance["teacher"])
    first, second = instance["first"], instance["second"]
    points: list[tuple[int, str]] = []
    learned: list[Student] = []
    # The notebook adds back a linear part estimated on 1e5 test points, all but the exact one; `error` uses the batch's.
    exact_part = 0.0, TARGETS["quartic"].linear() @ instance["teacher"]
    linear_parts = {}
    for n in map(int, setting.grid["n"]):
        inputs = batch(n, d, rng, "train", n)
        linear_parts[n] = linear_part(inputs, truth)
        rest = without_linear_part(truth, *linear_parts[n])
        gradient = streamed_gradient(inputs, Student(first, rest, RELU, second / width), device)
        layers = {"frozen": first, "stepped": first + setting["rate"] * (n / width) ** 0.5 * second[:, None] * gradient}
        names = [str(name) for name in setting.grid["weights"]]
        points += [(n, name) for name in names]
        # The readout belongs to features over sqrt(p): theirs beside a penalty is that of plain features beside p times it.
        learned += refitted(inputs, [Student(layers[name], rest, RELU) for name in names], setting["ridge"] * width)
    errors = np.zeros((len(points), 3))
    for x, outputs in streamed_outputs(batch(setting["test_size"], d, rng, "test"), learned):
        y = truth(x)
        for case, ((n, _), output) in enumerate(zip(points, outputs, strict=True)):
            own, exact = (constant + x @ linear.astype(np.float32) for constant, linear in (linear_parts[n], exact_part))
            errors[case] += [((y - p) ** 2).sum() for p in (own + output, exact + output, own)]
    for (n, name), (error, exact_linear, linear) in zip(points, errors / setting["test_size"], strict=True):
        yield {"n": n, "weights": name, "error": float(error), "error_exact_linear": float(exact_linear), "linear_error": float(linear)}
