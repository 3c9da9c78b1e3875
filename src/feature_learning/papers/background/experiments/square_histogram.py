"""Wide networks with the square activation."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import SQUARE
from feature_learning.theory.mean_field import square_risk
from feature_learning.training.online_sgd import Rule, online_sgd
from feature_learning.training.schedule import snapshot_steps


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw standard normal weights; the teacher is the first coordinate."""
    shape = setting["replicas"], setting["width"], setting["d"]
    return {"first_layer": rng("init").standard_normal(shape)}


def square_histogram(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per run and time: the risk and every neuron's cosine with the teacher.

    A step multiplies W from the right by the same matrix for all neurons, and the output only
    depends on ``W^T W``. So with ``W = O R`` (O with orthonormal columns) the d rows of R take the
    same steps as the whole network, at any width.
    """
    replicas, width, d = draws["first_layer"].shape
    frame, few = np.linalg.qr(draws["first_layer"])
    times, gamma, inputs = setting.floats("t"), setting["gamma"], rng("train")

    def samples(count: int) -> tuple[np.ndarray, np.ndarray]:
        x = inputs.standard_normal((count, replicas, d)).transpose(1, 0, 2)
        return x / np.sqrt(d), x[..., 0] ** 2

    teacher = np.diag(np.eye(d)[0])
    rule = Rule(SQUARE, np.full(few.shape[1], 1 / width), gamma)
    steps = snapshot_steps(times, width * d / gamma)
    run = online_sgd(few, rule, samples, steps, steps[-1])
    for time, (_, current) in zip(times, run, strict=True):
        risks = square_risk(current.transpose(0, 2, 1) @ current / (width * d), teacher)
        weights = frame @ current
        # Millions of them, for histograms.
        cosines = (weights[..., 0] / np.linalg.norm(weights, axis=2)).astype(np.float32)
        for replica, risk in enumerate(risks):
            yield {"t": time, "replica": replica, "risk": float(risk), "cosines": cosines[replica]}
