"""Multi-index targets: into the principal subspace, not onto it (prop-e)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.mousavi2022.shared.model import (
    Schedule,
    draw_network,
    gaussian_stream,
    network,
    parts,
    trained,
)
from feature_learning.papers.mousavi2022.shared.targets import target_of


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def subspace(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, decay and time; ``first`` and ``second`` are singular values of
    ``W_par/sqrt m``.
    """
    d, width, times = setting["d"], setting["width"], setting.floats("t_over_d")
    start, sigma = network(draws, width, d), activation(setting["activation"])
    for name in setting.names("target"):
        target = target_of(name, d)
        for decay in setting.floats("decay"):
            stream = gaussian_stream(target, setting["noise"], d, rng)
            schedule = Schedule.of(setting, d, decay, times, setting["horizon"])
            run = trained(start, stream, schedule, sigma)
            for time, weights in zip(times, run, strict=True):
                inside = weights[:, : len(target)]
                values = np.linalg.svd(inside, compute_uv=False) / np.sqrt(width)
                yield {
                    "target": name,
                    "decay": decay,
                    "t_over_d": time,
                    **parts(weights, len(target)),
                    "first": float(values[0]),
                    "second": float(values[1]) if len(values) > 1 else 0.0,
                }
