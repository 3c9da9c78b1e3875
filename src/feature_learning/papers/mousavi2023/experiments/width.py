"""Whether some neuron of several finds the target, inputs without a spike (fig-width)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.experiments.overlap import ALIGNED
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    WhitenedFlow,
    checked_signal,
    inits,
    labelled,
    towards_target,
    white_overlap,
)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neurons of the widest layer; narrower ones are its first."""
    checked_signal(int(setting["k"]), float(setting["bias"]))
    return {"inits": inits(max(map(int, setting.grid["width"])), int(setting["d"]), rng)}


def width(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per width: whether some neuron is aligned at the end, and whether the one with the least training loss is."""
    d, k, isotropic = int(setting["d"]), int(setting["k"]), Covariance.of("isotropic", int(setting["d"]))
    inputs, labels = labelled(int(setting["ratio"]) * d, d, k, setting["noise"], rng, "train")
    flow = WhitenedFlow.on(inputs, labels, setting["bias"], setting["dtype"])
    ends = flow.run(flow.start(towards_target(draws["inits"], isotropic, k), isotropic), setting["step"], setting["steps"])
    aligned = np.abs(white_overlap(ends)) > ALIGNED
    losses = np.array([free_loss(inputs @ end, labels, setting["bias"]) for end in ends])
    for width in map(int, setting.grid["width"]):
        best = int(losses[:width].argmin())
        yield {"width": width, "some": bool(aligned[:width].any()), "best": bool(aligned[best])}


def free_loss(z: np.ndarray, labels: np.ndarray, bias: float) -> float:
    """Return the least mean of ``(a relu(z/|z| + b) - y)^2`` over the output weight a, with |z| the root mean square of z.

    Parameters
    ----------
    z, labels : (n,)
        Projections on the neuron's direction, and y.
    bias
        b.
    """
    unit = np.maximum(z / np.sqrt(np.mean(z**2)) + bias, 0)
    return float(np.mean(labels**2) - np.mean(unit * labels) ** 2 / np.mean(unit**2))
