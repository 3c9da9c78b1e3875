"""Test accuracy of isotropic parities over dimension and sample size, at several times (figure 1)."""

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
    """Yield one row per dimension, sample size, horizon and replica. The horizons are times of one run."""
    heat, horizons = float(setting["heat"]), sorted(map(float, setting.grid["horizon"]))
    sizes = sorted(map(int, setting.grid["n"]))
    for d in map(int, setting.grid["d"]):
        trials = Trials(setting, rng, d, int(setting["k"]), max(sizes))
        for group in batches(sizes):
            for horizon, found in zip(horizons, trials.training(setting, [(n, heat) for n in group], horizons, device), strict=True):
                for n, accuracies in zip(group, found, strict=True):
                    yield from rows({"d": d, "n": n, "horizon": horizon}, accuracies)
