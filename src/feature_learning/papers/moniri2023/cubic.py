"""A student and a target with cubic parts, so that there is a third spike to learn from (fig12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.moniri2023 import one_step
from feature_learning.papers.moniri2023.fits import gains, trained_model

sample, data = one_step.sample, one_step.data


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per network and alpha: errors, gains, and the learned fractions of H_2 and H_3."""
    for name in map(str, setting.grid["network"]):
        model = trained_model(setting, instance, name, device)
        yield from ({"network": name, **row} for row in gains(setting, model, device, (2, 3)))
