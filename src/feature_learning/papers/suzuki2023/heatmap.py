"""Test accuracy of isotropic parities over dimension and sample size (figure 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.suzuki2023.model import Trials, checked, rows


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Store nothing: data and neurons are drawn in `train`."""
    checked(setting)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension, sample size up to `most_samples` and replica."""
    k, width, heat = int(setting["k"]), int(setting["width"]), float(setting["heat"])
    for d in map(int, setting.grid["d"]):
        sizes = {ratio: round(ratio * d) for ratio in map(float, setting.grid["n_over_d"]) if ratio * d <= setting["most_samples"]}
        trials = Trials(setting, rng, d, k, max(sizes.values()))
        for ratio, n in sizes.items():
            train_accuracy, accuracy = trials.trained(setting, [(n, heat)], width, device)
            yield from rows({"d": d, "n": n, "n_over_d": ratio}, train_accuracy[0], accuracy[0])
