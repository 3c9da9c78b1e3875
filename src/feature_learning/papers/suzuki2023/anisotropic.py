"""Parities with larger relevant coordinates, over dimension and sample size (figure 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.suzuki2023.model import Trials, batches, checked, rows


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Store nothing: data and neurons are drawn in `train`."""
    checked(setting)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per degree, dimension, sample size and replica."""
    heat, sizes = float(setting["heat"]), sorted(map(int, setting.grid["n"]))
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            trials = Trials(setting, rng, d, k, max(sizes))
            for group in batches(sizes):
                (found,) = trials.training(setting, [(n, heat) for n in group], [float(setting["horizon"])], device)
                for n, accuracies in zip(group, found, strict=True):
                    yield from rows({"k": k, "d": d, "n": n}, accuracies)
