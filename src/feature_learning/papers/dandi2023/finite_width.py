"""Readout errors of few neurons after 0 to 3 steps, against the floors of what they can know (fig6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import orthonormal
from feature_learning.networks.activations import RELU
from feature_learning.networks.initialisation import first_layer, mirrored
from feature_learning.papers.dandi2023.model import TARGETS, batch, labels
from feature_learning.training.streamed_readout import NormalEquations
from feature_learning.training.streamed_step import Student, streamed_steps


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and one neuron of each pair."""
    d = setting["d"]
    return {"teacher": orthonormal(2, d, rng("teacher")), "first": first_layer(setting["width"] // 2, d, "sphere", rng("init"))}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a target and time; the readouts of all times are fitted on one fresh batch."""
    d, width = setting["d"], setting["width"]
    n = round(setting["alpha"] * d)
    names = [str(name) for name in setting.grid["target"]]
    truth = [labels(TARGETS[name], instance["teacher"]) for name in names]
    first, second = mirrored(instance["first"], np.ones(width // 2), width)
    students = [Student(first, y, RELU, second / width) for y in truth]

    def batches(time: int) -> Any:
        return batch(n, d, rng, "train", time)

    pushes = [setting["step"] * second] * len(names)
    states = [students] + [moved for _, _, moved in streamed_steps(batches, students, pushes, max(map(int, setting.grid["time"])), device)]
    layers = [[student.first_layer.astype(np.float32) for student in moved] for moved in states]
    fits = [[NormalEquations(setting["refit_size"], width) for _ in names] for _ in states]

    def features(x: np.ndarray, layer: np.ndarray) -> np.ndarray:
        # Products in float32, the normal equations in float64: the ridge is far below float32's resolution of them.
        return (RELU(x @ layer.T) / width**0.5).astype(float)

    for x in batch(setting["refit_size"], d, rng, "refit"):
        for time, of_time in enumerate(layers):
            for case, layer in enumerate(of_time):
                fits[time][case].add(features(x, layer), truth[case](x))
    readouts = [[fit.solve(setting["ridge"]) for fit in of_time] for of_time in fits]
    errors = np.zeros((len(states), len(names)))
    for x in batch(setting["test_size"], d, rng, "test"):
        for time, of_time in enumerate(layers):
            for case, layer in enumerate(of_time):
                errors[time, case] += float(((truth[case](x) - features(x, layer) @ readouts[time][case]) ** 2).sum())
    for time in map(int, setting.grid["time"]):
        for case, name in enumerate(names):
            yield {"target": name, "time": time, "error": float(errors[time, case] / setting["test_size"])}
