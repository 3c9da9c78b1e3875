"""Linear neurons with squared loss, whose stationary excess is known (figure 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.suzuki2023.line import checked_line


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Hold nothing: neurons are drawn in `train`."""
    checked_line(setting, "temperature", "penalty", "dt", "horizon", "replicas", "width", "d")
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a width and replica: the time average of ``f^T S f/2``, S = I/d, after the burn-in."""
    d, replicas, dt = int(setting["d"]), int(setting["replicas"]), float(setting["dt"])
    pull, shrink = np.float32(dt / d), np.float32(1 - 2 * dt * setting["temperature"] * setting["penalty"])
    spread = np.float32(np.sqrt(2 * setting["temperature"] * dt))
    steps, burnt = (round(float(setting[name]) / dt) for name in ("horizon", "burn_in"))
    for width in map(int, setting.grid["width"]):
        noise, neurons = rng("noise", width), rng("init", width).standard_normal((replicas, width, d), dtype=np.float32)
        total = np.zeros(replicas)
        for step in range(steps):
            mean = neurons.mean(axis=1, keepdims=True)
            if step >= burnt:
                total += (mean[:, 0] ** 2).sum(axis=1)
            neurons *= shrink
            neurons -= pull * mean
            neurons += spread * noise.standard_normal(neurons.shape, dtype=np.float32)
        for replica, excess in enumerate(total / (2 * d * (steps - burnt))):
            yield {"width": width, "replica": replica, "excess": float(excess)}
