"""The first gradient's direction against the number of samples, for a target of degree 2 (fig-snr)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2023.first_gradient import gradient_rows, refused


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: neurons and data come from their streams, d by d."""
    refused(setting)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per d, structure and n: the gradient's cosine and its noise."""
    yield from gradient_rows(setting, rng)
