"""Risk of kernel ridge regression on the structured inputs against the number of samples (fig-risk)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2023.kernel_fit import kernel_risks
from feature_learning.papers.mousavi2023.model import checked


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: data come from their streams."""
    checked(setting, int(setting["k"]), 0.0)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per ratio n/d and structure: risk and ridge."""
    d = int(setting["d"])
    sizes = [ratio * d for ratio in sorted(map(int, setting.grid["ratio"]))]
    for structure, n, risk, ridge in kernel_risks(setting, d, sizes, rng):
        yield {"ratio": n // d, "structure": structure, "risk": risk, "ridge": ridge}
