"""Multi-index targets: into the principal subspace, not onto it (prop-f)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2022.shared.model import (
    draw_network,
    gaussian_stream,
    network,
    parts,
    snapshots,
    steps_of,
    target_of,
    trained,
)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def subspace(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, decay and time; ``first`` and ``second`` are singular values of ``W_par/sqrt m``."""
    d, own = setting["d"], network(draws, setting["width"], setting["d"])
    times = list(map(float, setting.grid["t_over_d"]))
    at, horizon = snapshots(times, setting["horizon"], d)
    for name in map(str, setting.grid["target"]):
        target = target_of(name, d)
        for decay in map(float, setting.grid["decay"]):
            draw = gaussian_stream(target, setting["noise"], d, rng)
            for time, (_, weights) in zip(times, trained(own, draw, steps_of(setting, d, decay), decay, at, horizon), strict=True):
                values = np.linalg.svd(weights[:, : len(target)], compute_uv=False) / np.sqrt(own.width)
                yield {
                    "target": name,
                    "decay": decay,
                    "t_over_d": time,
                    **parts(weights, len(target)),
                    "first": float(values[0]),
                    "second": float(values[1]) if len(values) > 1 else 0.0,
                }
