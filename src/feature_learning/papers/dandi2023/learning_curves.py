"""Test error against log n/log d after 0 to 6 steps, for several step sizes (fig3)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.activations import RELU
from feature_learning.papers.dandi2023.model import TARGETS, batch, coordinates, labels, unpaired
from feature_learning.training.streamed_readout import NormalEquations
from feature_learning.training.streamed_step import Student, streamed_steps


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and network; no mirror pairs, as in the authors' code."""
    return unpaired(setting, rng, setting["method"])


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a target, sample size, step size and time; a fresh batch for every step and one for the readout."""
    d, width = setting["d"], setting["width"]
    first, second = instance["first"], instance["second"]
    cases = [(str(name), float(rate)) for name in setting.grid["target"] for rate in setting.grid["rate"]]
    truth = {name: labels(TARGETS[name], instance["teacher"]) for name, _ in cases}
    held = coordinates(setting["method"], d, 2, rng)
    # In d dimensions all cases share the inputs; in coordinates each has its own, since theirs together are too many.
    for log_size, own in itertools.product(map(float, setting.grid["log_size"]), [cases] if held is None else [[case] for case in cases]):
        n = round(d**log_size)
        students = [Student(first, truth[name], RELU, second / width) for name, _ in own]

        def batches(time: int, n: int = n) -> Any:
            return batch(n, d, rng, "train", n, time)

        pushes = [rate * (n / d) ** 0.5 * second for _, rate in own]
        moves = streamed_steps(batches, students, pushes, setting["steps"], device, held)
        for time, state in itertools.chain([(0, students)], ((time, moved) for time, _, moved in moves)):
            layers = [student.first_layer.astype(np.float32) for student in state]
            fits = [NormalEquations(n, width) for _ in own]
            for x in batch(n, layers[0].shape[1], rng, "refit", n):
                y = {name: truth[name](x) for name, _ in own}
                for case, (name, _) in enumerate(own):
                    if time or case == 0:
                        features = RELU(x @ layers[case].T) / np.float32(width**0.5)
                    fits[case].add(features, y[name])
            test = np.concatenate(list(batch(setting["test_size"], layers[0].shape[1], rng, "test")))
            for case, (name, rate) in enumerate(own):
                readout = fits[case].solve(setting["ridge"]) / width**0.5
                predicted = RELU(test @ layers[case].T) @ readout
                error = float(((truth[name](test) - predicted) ** 2).mean())
                yield {"target": name, "log_size": log_size, "rate": rate, "time": time, "n": n, "error": error}
