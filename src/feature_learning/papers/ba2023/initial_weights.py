"""What keeping a part of the initial weights in the gradient step costs (krr-vs-nn)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.ba2023.model import strength
from feature_learning.papers.ba2023.one_step import Trial


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: data and network come from their streams."""
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per gamma, part kept and target: the network's risk."""
    d = setting["d"]
    trial = Trial.drawn(setting, d, rng)
    for gamma in map(float, setting.grid["gamma"]):
        for kept in map(float, setting.grid["kept"]):
            risks = trial.risks(strength(gamma, d), setting["second_ridge"], kept)
            for name, risk in zip(map(str, setting.grid["target"]), risks, strict=True):
                yield {"gamma": gamma, "kept": kept, "target": name, "network_risk": risk}
