"""The ridge regression on a fresh batch and on that of the gradient step (fig9)."""

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

_BATCHES = {"fresh": "refit", "reused": "train"}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per batch and alpha, with the columns of `one_step`."""
    for name in map(str, setting.grid["batch"]):
        model = trained_model(setting, instance, "simplified", device, _BATCHES[name])
        yield from ({"batch": name, **row} for row in gains(setting, model, device))
