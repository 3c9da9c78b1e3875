"""Which students climb a staircase: a plain ReLU sees no odd conditional terms beyond the first (fig7)."""

from typing import Any

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import batch, cosines, labels, readout, rms, target, teacher_and_weights
from feature_learning.training.streamed_step import Student, streamed_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair."""
    return teacher_and_weights(3, setting["d"], setting["width"] // 2, rng)


def climbing(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, activation and time; all see the same fresh batches."""
    d, width = setting["d"], setting["width"]
    n = round(setting["alpha"] * d)
    cases = [(str(name), str(sigma)) for name in setting.grid["target"] for sigma in setting.grid["activation"]]
    first, second = mirrored(draws["first"], readout(setting["readout"], width // 2), width)
    truth = {name: labels(target(name, 3), draws["teacher"]) for name, _ in cases}
    students = [Student(first, truth[name], activation(sigma), second / width) for name, sigma in cases]

    def batches(time: int) -> Any:
        return batch(n, d, rng, "train", time)

    pushes = [setting["step"] * second] * len(cases)
    for time, _, moved in streamed_steps(batches, students, pushes, max(map(int, setting.grid["time"])), device):
        for (name, sigma), student in zip(cases, moved, strict=True):
            overlaps = rms(cosines(student.first_layer, draws["teacher"]))
            yield {"target": name, "activation": sigma, "time": time} | {f"w{k + 1}": float(o) for k, o in enumerate(overlaps)}
