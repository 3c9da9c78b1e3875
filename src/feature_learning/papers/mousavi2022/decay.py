"""Both parts of the weights, and the risk of the frozen readout, at several weight decays and the same step sizes (prop-b)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.model import (
    draw_by_method,
    hidden,
    network,
    parts,
    snapshots,
    steps_of,
    target_of,
    trained_afresh,
)


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the network."""
    return draw_by_method(setting, setting["width"], [setting["d"]], rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per decay and time; ``risk`` is half the squared error without label noise, on fresh inputs."""
    d, own = setting["d"], network(instance, setting["width"], setting["d"])
    target = target_of(setting["target"], d)
    times = list(map(float, setting.grid["t_over_d"]))
    at, horizon = snapshots(times, setting["horizon"], d)
    fresh = rng("test").standard_normal((setting["test_size"], own.first_layer.shape[1]))
    wanted, fresh = summed(target, fresh), fresh.astype(np.float32)
    for decay in map(float, setting.grid["decay"]):
        runs = trained_afresh(own, target, setting["noise"], d, rng, steps_of(setting, d, decay), decay, at, horizon)
        for time, (_, weights) in zip(times, runs, strict=True):
            output = hidden(fresh, weights, own.bias) @ (own.readout / own.width).astype(np.float32)
            yield {"decay": decay, "t_over_d": time, **parts(weights, 1), "risk": float(np.mean((output - wanted) ** 2)) / 2}
