"""Where one step helps over random features and where it does not (fig10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.activations import RELU
from feature_learning.networks.initialisation import mirrored
from feature_learning.papers.dandi2023.model import TARGETS, batch, labels, teacher_and_pairs
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_step import Student, streamed_gradients, warn_if_unseen


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and one neuron of each pair, its readout uniform on [-1, 1]."""
    d, pairs = setting["d"], setting["width"] // 2
    return {**teacher_and_pairs(1, d, pairs, rng), "second": rng("init", 1).uniform(-1, 1, pairs)}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a target, n/d and set of weights; all share inputs. float64: the ridge is tiny."""
    d, width = setting["d"], setting["width"]
    first, second = mirrored(instance["first"], instance["second"], width)
    names = [str(name) for name in setting.grid["target"]]
    truth = [labels(TARGETS[name], instance["teacher"]) for name in names]
    for name in names:
        warn_if_unseen(TARGETS[name], RELU)
    students = [Student(instance["first"], y, RELU) for y in truth]
    x_test = np.concatenate(list(batch(setting["test_size"], d, rng, "test", dtype="float64")))
    of_test = [y(x_test) for y in truth]
    sizes = {round(alpha * d): alpha for alpha in map(float, setting.grid["alpha"])}
    step_batch = batch(max(sizes), d, rng, "train", dtype="float64")
    for n, gradients in streamed_gradients(step_batch, students, device, list(sizes)):
        x = np.concatenate(list(batch(n, d, rng, "refit", dtype="float64")))
        push = setting["rate"] * (n / d) ** 0.5 * second[:, None]
        for state in map(str, setting.grid["weights"]):
            for name, y, y_test, gradient in zip(names, truth, of_test, gradients, strict=True):
                if state == "stepped" or name == names[0]:
                    weights = first + push * np.concatenate([gradient, gradient]) if state == "stepped" else first
                    fit, fit_test = (RELU(inputs @ weights.T) / width**0.5 for inputs in (x, x_test))
                predicted = fit_test @ ridge(fit, y(x), setting["ridge"])
                error = float(((y_test - predicted) ** 2).mean())
                yield {"target": name, "alpha": sizes[n], "weights": state, "error": error}
