"""A cloud: the throw-away paper's simulation without a sweep, a grid or theory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the points."""
    return {"points": setting["centre"] + rng("init").standard_normal(20)}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield the mean."""
    yield {"mean": float(instance["points"].mean())}
