"""Wide networks with the square activation (bg2)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import SQUARE
from feature_learning.theory.mean_field import square_risk
from feature_learning.training.online_sgd import Rule, online_sgd
from feature_learning.training.schedule import snapshot_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw standard normal weights; the teacher is the first coordinate."""
    return {"first_layer": rng("init").standard_normal((setting["replicas"], setting["width"], setting["d"]))}


def square_histogram(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per run and time: the risk and every neuron's cosine with the teacher.

    A step multiplies W from the right by the same matrix for all neurons, and the output only depends on ``W^T W``. So with
    ``W = O R`` (O with orthonormal columns) the d rows of R take the same steps as the whole network, at any width.
    """
    width, d, gamma, weights = setting["width"], setting["d"], float(setting["gamma"]), draws["first_layer"]
    frame, few = np.linalg.qr(weights)
    times = list(map(float, setting.grid["t"]))
    steps = snapshot_steps(times, width * d / gamma)
    inputs = rng("train")

    def draw(count: int) -> tuple[np.ndarray, np.ndarray]:
        x = inputs.standard_normal((count, len(weights), d)).transpose(1, 0, 2)
        return x / np.sqrt(d), x[..., 0] ** 2

    teacher = np.diag(np.eye(d)[0])
    rule = Rule(SQUARE, np.full(few.shape[1], 1 / width), gamma)
    for time, (_, current) in zip(times, online_sgd(few, rule, draw, steps, steps[-1]), strict=True):
        risks = square_risk(current.transpose(0, 2, 1) @ current / (width * d), teacher)
        moved = frame @ current
        cosines = (moved[..., 0] / np.linalg.norm(moved, axis=2)).astype(np.float32)  # millions of them, for histograms
        for replica, risk in enumerate(risks):
            yield {"t": time, "replica": replica, "risk": float(risk), "cosines": cosines[replica]}
