"""The network's risk against d, for one information exponent and several degrees (krr-vs-nn)."""

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
    """Draw nothing: the data of each dimension come from their streams."""
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension and target: the network's risk."""
    for d in map(int, setting.grid["d"]):
        risks = Trial.drawn(setting, d, rng).risks(strength(setting["gamma"], d), setting["second_ridge"])
        for name, risk in zip(map(str, setting.grid["target"]), risks, strict=True):
            yield {"d": d, "target": name, "network_risk": risk}
