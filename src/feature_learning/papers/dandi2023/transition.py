"""Alignment of the first gradient against n/d^l for pure leaps l = 1, 2, 3 (fig2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.targets import single_index
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import batch, coordinates, cosines, first_gradients, labels, teacher_and_weights
from feature_learning.training.streamed_step import Student
from feature_learning.training.visible_part import warn_if_unseen


def _dimension(setting: Setting, leap: int, factor: float) -> int:
    return round(setting[f"base_{leap}"] * factor)


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and neurons for every leap and dimension."""
    drawn: dict[str, np.ndarray] = {}
    for leap in map(int, setting.grid["leap"]):
        for factor in map(float, setting.grid["factor"]):
            d = _dimension(setting, leap, factor)
            # Coordinates are drawn in the same way in every dimension, so the neurons' initial overlaps times sqrt d are the same.
            key = (leap, d) if setting["method"] == "direct" else (leap,)
            of_d = teacher_and_weights(1, d, setting["width"], rng, *key, method=setting["method"])
            drawn |= {f"{name}-{leap}-{d}": array for name, array in of_d.items()}
    return drawn


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per leap, dimension and n/d^l, from one batch per dimension at growing sizes."""
    for leap in map(int, setting.grid["leap"]):
        target, sigma = single_index(leap), activation(setting[f"activation_{leap}"])
        warn_if_unseen(target, sigma)
        for factor in map(float, setting.grid["factor"]):
            d = _dimension(setting, leap, factor)
            teacher = instance[f"teacher-{leap}-{d}"]
            student = Student(instance[f"first-{leap}-{d}"], labels(target, teacher), sigma)
            sizes = {max(1, round(ratio * d**leap)): ratio for ratio in map(float, setting.grid["ratio"])}
            inputs = batch(max(sizes), student.first_layer.shape[1], rng, "train", leap, d)
            held = coordinates(setting["method"], d, 1, rng, leap, d)
            for n, (gradient,) in first_gradients(inputs, [student], device, list(sizes), held):
                alignment = float((cosines(gradient, teacher) ** 2).mean())
                yield {"leap": leap, "factor": factor, "ratio": sizes[n], "d": d, "n": n, "alignment": alignment - 1 / d}
