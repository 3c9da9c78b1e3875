"""Alignment of the first gradient against n/d^l for pure leaps, at dimensions beyond the reach of a direct simulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.targets import pure_leap, single_index
from feature_learning.papers.reduction.model import STUDENTS, cosines, gradients, network
from feature_learning.theory.finite_alignment import finite_alignment


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing ahead: weights and teacher are a few coordinates, drawn where they are used."""
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per leap, dimension and n/d^l; batches are nested.

    ``alignment`` is the mean squared cosine, less that of a random direction. Neurons differ in their
    initial overlap, on which it depends in a known way: ``predicted`` is what it should be for these
    neurons. Their difference has far less variance than the alignment.
    """
    for leap in map(int, setting.grid["leap"]):
        link = pure_leap(leap)
        for factor in map(int, setting.grid["factor"]):
            d = setting[f"base_{leap}"] * factor
            state = network(setting["width"], d, single_index(leap), STUDENTS[leap], rng, leap, d)
            sizes = {round(ratio * d**leap): ratio for ratio in map(float, setting.grid["ratio"])}
            overlaps = state.first_layer @ state.teacher[0]
            predictions = finite_alignment(STUDENTS[leap], link, d, np.array(list(sizes)), overlaps).mean(axis=1)
            for (n, gradient), predicted in zip(gradients(state, list(sizes), rng, device, leap, d), predictions.tolist(), strict=True):
                found = float((cosines(gradient, state.teacher) ** 2).mean())
                columns = {"alignment": found - 1 / d, "predicted": predicted - 1 / d}
                yield {"leap": leap, "factor": factor, "ratio": sizes[n], "d": d, **columns}
