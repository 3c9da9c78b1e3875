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
from feature_learning.training.streamed_readout import NormalEquations
from feature_learning.training.streamed_step import Student, linear_part, streamed_gradient, without_linear_part


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and network; the notebook keeps these fixed over its draws."""
    return unpaired(setting, rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a sample size and set of weights; step and readout use the same batch, streamed again and again."""
    d, width = setting["d"], setting["width"]
    truth = labels(TARGETS["quartic"], instance["teacher"])
    first, second = instance["first"], instance["second"]
    test = batch(setting["test_size"], d, rng, "test")
    # The notebook adds back a linear part estimated on 1e5 test points, all but the exact one; `error` uses the batch's.
    exact_part = 0.0, TARGETS["quartic"].linear() @ instance["teacher"]
    for n in map(int, setting.grid["n"]):
        inputs = batch(n, d, rng, "train", n)
        constant, slope = linear_part(inputs, truth)
        rest = without_linear_part(truth, constant, slope)
        gradient = streamed_gradient(inputs, Student(first, rest, RELU, second / width), device)
        stepped = first + setting["rate"] * (n / width) ** 0.5 * second[:, None] * gradient
        names = [str(name) for name in setting.grid["weights"]]
        weights = [(first if name == "frozen" else stepped).astype(np.float32) for name in names]

        def features(x: np.ndarray, layer: np.ndarray) -> np.ndarray:
            return RELU(x @ layer.T) / np.float32(width**0.5)

        fits = [NormalEquations(n, width) for _ in names]
        for x in inputs:
            y = rest(x)
            for fit, layer in zip(fits, weights, strict=True):
                fit.add(features(x, layer), y)
        readouts = [fit.solve(setting["ridge"]).astype(np.float32) for fit in fits]
        errors = np.zeros((len(names), 3))
        for x in test:
            y = truth(x)
            own, exact = (part + x @ linear.astype(np.float32) for part, linear in ((constant, slope), exact_part))
            for case, (layer, readout) in enumerate(zip(weights, readouts, strict=True)):
                rest_predicted = features(x, layer) @ readout
                errors[case] += [((y - p) ** 2).sum() for p in (own + rest_predicted, exact + rest_predicted, own)]
        for name, (error, exact_linear, linear) in zip(names, errors / setting["test_size"], strict=True):
            yield {"n": n, "weights": name, "error": float(error), "error_exact_linear": float(exact_linear), "linear_error": float(linear)}
