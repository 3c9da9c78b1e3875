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
    """Yield one row per degree, dimension, sample size and replica: the mean accuracy at times in the second half of a run.

    At alpha = 1 the temperature does not fall with d, and the accuracy of a network of finite width fluctuates in time.
    """
    heat, sizes, horizon = float(setting["heat"]), sorted(map(int, setting.grid["n"])), float(setting["horizon"])
    times = np.linspace(horizon / 2, horizon, int(setting["records"]) + 1)[1:]
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            trials = Trials(setting, rng, d, k, max(sizes))
            for group in batches(sizes):
                found = list(trials.training(setting, [(n, heat) for n in group], times, device))
                for n, accuracies in zip(group, np.mean(found, axis=0), strict=True):
                    yield from rows({"k": k, "d": d, "n": n}, accuracies)
