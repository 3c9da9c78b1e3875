"""Several steps at n = alpha d on the notebook's targets and the talk's examples 1 and 2 (fig4)."""

from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import (
    batch,
    coordinates,
    cosines,
    labels,
    line,
    readout,
    rms,
    target,
    teacher_and_weights,
)
from feature_learning.training.streamed_step import Student, streamed_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair."""
    return teacher_and_weights(2, setting["d"], setting["width"] // 2, rng, method=setting["method"])


def multi_step(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target and time; both targets see the same fresh batches."""
    d, width = setting["d"], setting["width"]
    n = round(setting["alpha"] * d)
    first, second = mirrored(draws["first"], readout(setting["readout"], width // 2), width)
    names = [str(name) for name in setting.grid["target"]]
    aims, sigma = {name: target(name, 2) for name in names}, activation(setting["activation"])
    students = [Student(first, labels(aims[name], draws["teacher"]), sigma, second / width) for name in names]
    pushes = [setting["step"] * second] * len(names)

    def batches(time: int) -> Any:
        return batch(n, d, rng, "train", time)

    steps, held = max(map(int, setting.grid["time"])), coordinates(setting["method"], d, 2, rng)
    for time, gradients, moved in streamed_steps(batches, students, pushes, steps, device, held):
        for name, gradient, student in zip(names, gradients, moved, strict=True):
            of_gradients = cosines(gradient, draws["teacher"])
            of_weights = cosines(student.first_layer, draws["teacher"])
            yield {"target": name, "time": time, **summary(aims[name], of_gradients, of_weights)}


def summary(target: Any, of_gradients: np.ndarray, of_weights: np.ndarray) -> dict[str, Any]:
    """Return what runs and theory report: means over the neurons of each sign, and the new direction's root mean square."""
    half = len(of_gradients) // 2
    along = line(target)
    across = np.array([-along[1], along[0]])
    means = [block.mean(axis=0) for block in (of_gradients[:half], of_gradients[half:])]
    return {
        "plus_first": float(means[0][0]),
        "plus_second": float(means[0][1]),
        "minus_first": float(means[1][0]),
        "minus_second": float(means[1][1]),
        "new_direction": float(rms(of_weights @ across)),
        "new_in_gradient": float(rms(of_gradients @ across)),
        "first": of_gradients[:, 0].tolist(),
        "second": of_gradients[:, 1].tolist(),
    }
