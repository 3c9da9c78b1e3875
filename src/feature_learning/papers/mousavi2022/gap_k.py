"""The generalisation gap against the number of the target's directions (prop-c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2022.gap import gaps
from feature_learning.papers.mousavi2022.model import draw_network, network, shared


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per link, number of directions and number of samples; all share network, inputs and noise."""
    d, own = setting["d"], network(instance, setting["width"], setting["d"])
    times = list(map(float, setting.grid["t_over_d"]))
    for name in map(str, setting.grid["link"]):
        for k in map(int, setting.grid["k"]):
            for row in gaps(setting, own, shared(name, k), d, times, rng):
                yield {"link": name, "k": k, **row}
