"""Two steps on the talk's example 3: one new direction or two, depending on the readout (fig5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import batch, cosines, labels, readout, rms, strengths, target, teacher_and_weights
from feature_learning.training.streamed_step import Student, streamed_steps


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and one neuron of each pair."""
    return teacher_and_weights(3, setting["d"], setting["width"] // 2, rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per target, readout and time; all see the same fresh batches."""
    d, width = setting["d"], setting["width"]
    n = round(setting["alpha"] * d)
    cases = [(str(name), str(law)) for name in setting.grid["target"] for law in setting.grid["readout"]]
    truth = {name: labels(target(name, 3), instance["teacher"]) for name, _ in cases}
    pairs = [mirrored(instance["first"], readout(law, width // 2), width) for _, law in cases]
    sigma = activation(setting["activation"])
    students = [Student(first, truth[name], sigma, second / width) for (name, _), (first, second) in zip(cases, pairs, strict=True)]
    pushes = [setting["step"] * second for _, second in pairs]

    def batches(time: int) -> Any:
        return batch(n, d, rng, "train", time)

    for time, _, moved in streamed_steps(batches, students, pushes, max(map(int, setting.grid["time"])), device):
        for (name, law), student in zip(cases, moved, strict=True):
            yield {"target": name, "readout": law, "time": time, **summary(cosines(student.first_layer, instance["teacher"]))}


def summary(block: np.ndarray) -> dict[str, float]:
    """Return the overlap with w1 and the strengths of the directions in the span of w2 and w3."""
    strong = strengths(block[:, 1:])
    return {"first": float(rms(block[:, 0])), "strength_1": float(strong[0]), "strength_2": float(strong[1])}
