"""Accuracy against temperature, at one dimension and sample size (figure 5)."""

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
    """Yield one row per temperature and replica; all are trained at once, on the same data from the same neurons."""
    n, heats = int(setting["n"]), list(map(float, setting.grid["heat"]))
    trials = Trials(setting, rng, int(setting["d"]), int(setting["k"]), n)
    (found,) = trials.training(setting, [(n, heat) for heat in heats], [float(setting["horizon"])], device)
    for heat, accuracies in zip(heats, found, strict=True):
        yield from rows({"heat": heat}, accuracies)
