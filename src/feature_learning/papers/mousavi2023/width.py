"""Whether some neuron of several finds the target, inputs without a spike (fig-width)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    WhitenedFlow,
    checked_signal,
    inits,
    labelled,
    towards_target,
    white_overlap,
)
from feature_learning.papers.mousavi2023.overlap import ALIGNED


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the neurons of the widest layer; narrower ones are its first."""
    checked_signal(int(setting["k"]), float(setting["bias"]))
    return {"inits": inits(max(map(int, setting.grid["width"])), int(setting["d"]), rng)}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per width: whether some neuron is aligned at the end, and whether the one with the least training loss is."""
    d, k, isotropic = int(setting["d"]), int(setting["k"]), Covariance.of("isotropic", int(setting["d"]))
    inputs, labels = labelled(int(setting["ratio"]) * d, d, k, setting["noise"], rng, "train")
    flow = WhitenedFlow.on(inputs, labels, setting["bias"], setting["dtype"])
    ends = flow.run(flow.start(towards_target(instance["inits"], isotropic, k), isotropic), setting["step"], setting["steps"])
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
