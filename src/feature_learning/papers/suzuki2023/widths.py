"""Accuracy against width, at one dimension and sample size (a claim of figure 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.suzuki2023.model import Trials, checked, rows


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Store nothing: data and neurons are drawn in `train`."""
    checked(setting)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per width and replica, on the same data; narrower networks start from the first neurons of wider ones."""
    n, cells = int(setting["n"]), [(int(setting["n"]), float(setting["heat"]))]
    trials = Trials(setting, rng, int(setting["d"]), int(setting["k"]), n)
    for width in map(int, setting.grid["width"]):
        network = trials.network(setting, cells, width, device)
        network.run(round(float(setting["horizon"]) / float(setting["eta"])))
        yield from rows({"width": width}, trials.accuracy(network, 1)[0])
