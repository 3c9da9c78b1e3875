"""Parities with larger relevant coordinates, over dimension and sample size (figure 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.suzuki2023.model import Trials, checked


def _together(n: int) -> int:
    """Return the group of a sample size: sizes up to 8, 16 and 32 are trained together, larger ones alone."""
    return next((most for most in (8, 16, 32) if n <= most), n)


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Store nothing: data and neurons are drawn in `train`."""
    checked(setting)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per degree, dimension and replica: accuracies over sample sizes, in rising order.

    A row ends when every replica has reached `enough`, the level of the thresholds. On small samples a step is mostly the
    overhead of calls, so samples of similar size are trained together.
    """
    sizes, width, heat = sorted(map(int, setting.grid["n"])), int(setting["width"]), float(setting["heat"])
    groups = [list(group) for _, group in groupby(sizes, _together)]
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            trials = Trials(setting, rng, d, k, max(sizes))
            curves: list[np.ndarray] = []
            for group in groups:
                curves += list(trials.trained(setting, [(n, heat) for n in group], width, device)[1])
                if np.max(curves, axis=0).min() >= setting["enough"]:
                    break
            for replica, curve in enumerate(np.transpose(curves).tolist()):
                yield {"k": k, "d": d, "replica": replica, "n": sizes[: len(curve)], "accuracy": curve}
