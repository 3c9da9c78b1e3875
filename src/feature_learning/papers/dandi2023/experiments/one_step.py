"""One step at n = alpha d: all neurons turn to one line, or nowhere if the leap is 2 (fig1)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import (
    at_dimensions,
    batch,
    coordinates,
    cosines,
    first_gradients,
    labels,
    line,
    rms,
    target,
)
from feature_learning.training.streamed_step import Student, stepped


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair at every dimension."""
    return at_dimensions(setting, rng)


def one_step(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, target and sample size; all targets see the same inputs, and small batches are parts of large ones."""
    names = [str(name) for name in setting.grid["target"]]
    width, aims, sigma = setting["width"], {name: target(name, 2) for name in names}, activation(setting["activation"])
    for d in map(int, setting.grid["d"]):
        teacher = draws[f"teacher-{d}"]
        half = draws[f"first-{d}"]
        first, second = mirrored(half, np.ones(width // 2), width)
        # The output is zero, so the gradient does not depend on the sign of the readout: one neuron of each pair is enough.
        students = [Student(half, labels(aims[name], teacher), sigma) for name in names]
        sizes = {round(alpha * d): alpha for alpha in map(float, setting.grid["alpha"])}
        inputs = batch(max(sizes), half.shape[1], rng, "train", d)
        held = coordinates(setting["method"], d, 2, rng, d)
        for n, gradients in first_gradients(inputs, students, device, list(sizes), held):
            for name, gradient in zip(names, gradients, strict=True):
                step = setting["step"] if aims[name].linear().any() else d**0.5
                both = np.concatenate([gradient, gradient])
                of_weights = cosines(stepped(first, step * second, both), teacher)
                along = line(aims[name]) if aims[name].linear().any() else np.array([1.0, 0.0])
                across = np.array([-along[1], along[0]])
                of_gradients = cosines(gradient, teacher)
                plus, minus = (half @ along for half in np.split(of_weights, 2))
                yield {
                    "d": d,
                    "target": name,
                    "alpha": sizes[n],
                    "plus_along": float(plus.mean()),
                    "minus_along": float(minus.mean()),
                    "gradient_along": float((of_gradients @ along).mean()),
                    "off_line": float(rms(of_weights @ across)),
                    "size": float(np.sqrt((of_weights**2).mean())),
                    "first": of_weights[:, 0].tolist(),
                    "second": of_weights[:, 1].tolist(),
                }
