"""The part of the weights orthogonal to the target's direction against time, in several dimensions (prop-a)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2022.model import draw_by_method
from feature_learning.papers.mousavi2022.orthogonal import along_time


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the network in most dimensions; those in fewer are its first columns."""
    return draw_by_method(setting, setting["width"], list(map(int, setting.grid["d"])), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension and time."""
    for d in map(int, setting.grid["d"]):
        for row in along_time(setting, instance, rng, setting["width"], d):
            yield {"d": d, **row}
