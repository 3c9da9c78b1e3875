"""Alignment of the first gradient against n/d^l for pure leaps, at dimensions beyond the reach of a direct simulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.targets import single_index
from feature_learning.papers.reduction.model import STUDENTS, cosines, gradients, network


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing ahead: weights and teacher are a few coordinates, drawn where they are used."""
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per leap, dimension and n/d^l: the mean squared cosine, less that of a random direction; batches are nested."""
    for leap in map(int, setting.grid["leap"]):
        for factor in map(int, setting.grid["factor"]):
            d = setting[f"base_{leap}"] * factor
            state = network(setting["width"], d, single_index(leap), STUDENTS[leap], rng, leap, d)
            sizes = {round(ratio * d**leap): ratio for ratio in map(float, setting.grid["ratio"])}
            for n, gradient in gradients(state, list(sizes), rng, device, leap, d):
                found = cosines(gradient, state.teacher)
                yield {"leap": leap, "factor": factor, "ratio": sizes[n], "d": d, "alignment": float((found**2).mean()) - 1 / d}
