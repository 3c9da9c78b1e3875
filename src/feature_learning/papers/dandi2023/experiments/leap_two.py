"""A leap of 2 at n of order d^2: one step spreads the neurons over the directions of degree 2 (fig1)."""

import numpy as np

from feature_learning.core.errors import chosen
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import (
    at_dimensions,
    batch,
    coordinates,
    cosines,
    first_gradients,
    labels,
    rms,
    target,
)
from feature_learning.training.streamed_step import Student, stepped


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair at every dimension."""
    return at_dimensions(setting, rng)


def leap_two(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and batch: n = ratio d (`linear`) and n = ratio d^2 (`square`)."""
    kinds = [str(kind) for kind in setting.grid["batch"]]
    for d in map(int, setting.grid["d"]):
        teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
        student = Student(half, labels(target(setting["target"], 2), teacher), activation(setting["activation"]))
        sizes = {round(setting["ratio"] * chosen({"linear": d, "square": d**2}, kind, "batch")): kind for kind in kinds}
        inputs, held = batch(max(sizes), half.shape[1], rng, "train", d), coordinates(setting["method"], d, 2, rng, d)
        for n, (gradient,) in first_gradients(inputs, [student], device, list(sizes), held):
            weights = np.concatenate([stepped(half, np.full(len(half), sign * d**0.5), gradient) for sign in (1, -1)])
            block = cosines(weights, teacher)
            size = rms(block)
            yield {
                "d": d,
                "batch": sizes[n],
                "size": float(rms(block.ravel())),
                "size_1": float(size[0]),
                "size_2": float(size[1]),
                "first": block[:, 0].tolist(),
                "second": block[:, 1].tolist(),
            }
