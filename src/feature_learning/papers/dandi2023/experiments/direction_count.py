"""Two steps on the talk's example 3: one new direction or two, depending on the readout (fig5)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.errors import chosen
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import (
    batch,
    coordinates,
    cosines,
    labels,
    readout,
    rms,
    strengths,
    target,
    teacher_and_weights,
)
from feature_learning.training.streamed_step import Student, streamed_steps

CASES: Mapping[str, tuple[str, str]] = {
    "f1-spread": ("example-3a", "spread"),
    "f2-spread": ("example-3b", "spread"),
    "f2-equal": ("example-3b", "equal"),
}
"""A target and the law of the readout."""


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair."""
    return teacher_and_weights(3, setting["d"], setting["width"] // 2, rng, method=setting["method"])


def direction_count(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per case and time; all see the same fresh batches."""
    d, width = setting["d"], setting["width"]
    n, sigma = round(setting["alpha"] * d), activation(setting["activation"])
    cases = [str(case) for case in setting.grid["case"]]
    students, pushes = [], []
    for name, law in (chosen(CASES, case, "case") for case in cases):
        first, second = mirrored(draws["first"], readout(law, width // 2), width)
        students.append(Student(first, labels(target(name, 3), draws["teacher"]), sigma, second / width))
        pushes.append(setting["step"] * second)

    def batches(time: int) -> Any:
        return batch(n, d, rng, "train", time)

    steps, held = max(map(int, setting.grid["time"])), coordinates(setting["method"], d, 3, rng)
    for time, _, moved in streamed_steps(batches, students, pushes, steps, device, held):
        for case, student in zip(cases, moved, strict=True):
            yield {"case": case, "time": time, **summary(cosines(student.first_layer, draws["teacher"]))}


def summary(block: np.ndarray) -> dict[str, float]:
    """Return the overlap with w1 and the strengths of the directions in the span of w2 and w3."""
    strong = strengths(block[:, 1:])
    return {"first": float(rms(block[:, 0])), "strength_1": float(strong[0]), "strength_2": float(strong[1])}
