"""The orthogonal part of the weights against time, in one dimension at several widths (prop-a, right panel)."""

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
    """Draw the widest network; narrower ones are its first neurons."""
    return draw_by_method(setting, max(map(int, setting.grid["width"])), [setting["d"]], rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per width and time."""
    for width in map(int, setting.grid["width"]):
        for row in along_time(setting, instance, rng, width, setting["d"]):
            yield {"width": width, **row}
