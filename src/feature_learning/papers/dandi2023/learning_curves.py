"""Test error against log n/log d after 0 to 6 steps, for several step sizes (fig3)."""

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
from feature_learning.training.streamed_step import Student, streamed_steps


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and network; no mirror pairs, as in the authors' code."""
    return unpaired(setting, rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a target, sample size, step size and time; a fresh batch for every step and one for the readout."""
    d, width = setting["d"], setting["width"]
    first, second = instance["first"], instance["second"]
    test = np.concatenate(list(batch(setting["test_size"], d, rng, "test")))
    cases = [(str(name), float(rate)) for name in setting.grid["target"] for rate in setting.grid["rate"]]
    truth = {name: labels(TARGETS[name], instance["teacher"]) for name, _ in cases}
    for log_size in map(float, setting.grid["log_size"]):
        n = round(d**log_size)
        pushes = [rate * (n / d) ** 0.5 * second for _, rate in cases]
        students = [Student(first, truth[name], RELU, second / width) for name, _ in cases]

        def batches(time: int, n: int = n) -> Any:
            return batch(n, d, rng, "train", n, time)

        states = [(0, students)] + [(time, moved) for time, _, moved in streamed_steps(batches, students, pushes, setting["steps"], device)]
        layers = [[student.first_layer.astype(np.float32) for student in moved] for _, moved in states]
        fits = [[NormalEquations(n, width) for _ in cases] for _ in states]
        for x in batch(n, d, rng, "refit", n):
            y = {name: truth[name](x) for name in truth}
            for time, _ in states:
                for case, (name, _) in enumerate(cases):
                    if time or case == 0:
                        features = RELU(x @ layers[time][case].T) / np.float32(width**0.5)
                    fits[time][case].add(features, y[name])
        for time, _ in states:
            for case, (name, rate) in enumerate(cases):
                readout = fits[time][case].solve(setting["ridge"]) / width**0.5
                predicted = RELU(test @ layers[time][case].T) @ readout
                error = float(((truth[name](test) - predicted) ** 2).mean())
                yield {"target": name, "log_size": log_size, "rate": rate, "time": time, "n": n, "error": error}
