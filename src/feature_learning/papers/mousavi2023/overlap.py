"""Overlap at the end of the whitened flow against the number of samples: the first layer of the algorithm (fig-threshold)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2023.model import Covariance, WhitenedFlow, checked, inits, labelled, towards_target, white_overlap

ALIGNED = 0.5
"""The overlap from which on a run counts as aligned."""


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: neurons and data come from streams, one for each d and replica."""
    checked(setting, int(setting["k"]), float(setting["bias"]))
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per d, replica, ratio n/d and structure: the overlap at the end.

    Smaller samples are the first rows of the largest, and one draw serves every structure. There are `replicas` independent
    draws, and fewer where their number times d would exceed `budget`.
    """
    k, ratios, structures = int(setting["k"]), sorted(map(int, setting.grid["ratio"])), list(map(str, setting.grid["structure"]))
    for d in map(int, setting.grid["d"]):
        covariances = [Covariance.of(structure, d) for structure in structures]
        for replica in range(max(1, min(int(setting["replicas"]), int(setting["budget"]) // d))):
            inputs, labels = labelled(ratios[-1] * d, d, k, setting["noise"], rng, "train", replica)
            neuron = inits(1, d, rng, replica)
            for ratio in ratios:
                flow = WhitenedFlow.on(inputs[: ratio * d], labels[: ratio * d], setting["bias"], setting["dtype"])
                starts = np.vstack([flow.start(towards_target(neuron, covariance, k), covariance) for covariance in covariances])
                ends = np.abs(white_overlap(flow.run(starts, setting["step"], setting["steps"])))
                for structure, end in zip(structures, ends.tolist(), strict=True):
                    row = {"d": d, "replica": replica, "ratio": ratio, "structure": structure}
                    yield {**row, "overlap": end, "aligned": end > ALIGNED}
