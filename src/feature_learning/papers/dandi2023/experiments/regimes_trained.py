"""The talk's worked example after one step: how large the weights are along each of its directions (fig7)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import batch, coordinates, first_gradients, labels, rms, target, teacher_and_weights
from feature_learning.training.streamed_step import Student, stepped


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair at every dimension."""
    drawn = {d: teacher_and_weights(3, d, setting["width"] // 2, rng, d, method=setting["method"]) for d in map(int, setting.grid["d"])}
    return {f"{name}-{d}": array for d, of_d in drawn.items() for name, array in of_d.items()}


def regimes_trained(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, for a batch of ratio d^order and the step ``d^((order - 1)/2)``.

    ``r1`` to ``r3`` are root mean squares of the weights along the directions over that of their part outside all three: cosines would
    be useless where the part along w1 is large. ``start_2`` is the root mean square of ``sqrt d <w_i, w2>`` before the step.
    """
    for d in map(int, setting.grid["d"]):
        teacher, half, order = draws[f"teacher-{d}"], draws[f"first-{d}"], setting["order"]
        student = Student(half, labels(target(setting["target"], 3), teacher), activation(setting["activation"]))
        inputs = batch(round(setting["ratio"] * d**order), half.shape[1], rng, "train", d)
        held = coordinates(setting["method"], d, 3, rng, d)
        *_, (_, (gradient,)) = first_gradients(inputs, [student], device, [], held)
        push = d ** ((order - 1) / 2)
        weights = np.concatenate([stepped(half, np.full(len(half), sign * push), gradient) for sign in (1, -1)])
        inside = weights[:, : teacher.shape[1]] @ teacher.T
        outside = np.sqrt((weights**2).sum(axis=1) - (inside**2).sum(axis=1))
        sizes = rms(inside) / rms(outside)
        start = d**0.5 * float(rms(half[:, : teacher.shape[1]] @ teacher[1]))
        yield {"d": d, **{f"r{k + 1}": float(size) for k, size in enumerate(sizes)}, "start_2": start}
