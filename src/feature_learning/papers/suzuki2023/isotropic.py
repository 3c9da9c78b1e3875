"""Test accuracy of isotropic parities at times along runs, over dimension and sample size (figures 1 and 1b)."""

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
    for d in map(int, setting.grid["d"]):
        sizes = _sizes(setting, d)
        trials = Trials(setting, rng, d, int(setting["k"]), max(sizes))
        for group in batches(sizes):
            for horizon, found in zip(horizons, trials.training(setting, [(n, heat) for n in group], horizons, device), strict=True):
                for n, accuracies in zip(group, found, strict=True):
                    yield from rows({"d": d, "n": n, **sizes[n], "horizon": horizon}, accuracies)


def _sizes(setting: Setting, d: int) -> dict[int, dict[str, float]]:
    """Return the sample sizes of one dimension, and what a row says of them besides: n is declared, or else n/d."""
    if "n" in setting.grid:
        return {int(n): {} for n in setting.grid["n"]}
    return {round(float(ratio) * d): {"n_over_d": float(ratio)} for ratio in setting.grid["n_over_d"]}
