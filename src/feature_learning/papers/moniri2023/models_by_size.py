"""The network with rank-one weights and its spikes at growing sizes (fig8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.moniri2023 import models
from feature_learning.papers.moniri2023.model import at_size, batches, corner, largest, shape, weights


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher and the initial network at the largest size."""
    return weights(largest(setting), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per n, model and alpha, with the columns of `models`."""
    for n in map(int, setting.grid["n"]):
        own = at_size(setting, n)
        weights_there = corner(instance, shape(own))
        arrays = {**weights_there, **batches(own, weights_there["beta_star"], rng, (n,))}
        yield from ({"n": n, **row} for row in models.train(own, arrays, rng, device))
