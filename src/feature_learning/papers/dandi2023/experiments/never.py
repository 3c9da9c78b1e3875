"""Several steps at n of order d on a target of leap 2: nothing is learned (fig11)."""

from typing import Any

import numpy as np

from feature_learning.core.errors import chosen
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import at_dimensions, batch, coordinates, cosines, labels, rms, target
from feature_learning.training.streamed_step import Student, streamed_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair at every dimension."""
    return at_dimensions(setting, rng)


def never(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, step size (1 or sqrt d) and time; both step sizes see the same fresh batches."""
    width, sigma = setting["width"], activation(setting["activation"])
    sizes = [str(size) for size in setting.grid["step"]]
    for d in map(int, setting.grid["d"]):
        teacher, n = draws[f"teacher-{d}"], round(setting["alpha"] * d)
        first, second = mirrored(draws[f"first-{d}"], np.ones(width // 2), width)
        students = [Student(first, labels(target(setting["target"], 2), teacher), sigma, second / width)] * len(sizes)
        pushes = [chosen({"one": 1.0, "root-d": d**0.5}, size, "step size") * second for size in sizes]

        def batches(time: int, n: int = n, d: int = d) -> Any:
            return batch(n, d, rng, "train", d, time)

        steps, held = max(map(int, setting.grid["time"])), coordinates(setting["method"], d, 2, rng, d)
        for time, _, moved in streamed_steps(batches, students, pushes, steps, device, held):
            for size, student in zip(sizes, moved, strict=True):
                yield {"d": d, "step": size, "time": time, "size": float(rms(cosines(student.first_layer, teacher).ravel()))}
