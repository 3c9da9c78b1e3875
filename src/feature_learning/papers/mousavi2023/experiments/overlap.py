"""Overlap at the end of the whitened flow against the number of samples: the first layer of the algorithm (fig-threshold)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    WhitenedFlow,
    checked,
    inits,
    labelled,
    towards_target,
    white_overlap,
)

ALIGNED = 0.5
"""The overlap from which on a run counts as aligned."""


def overlap(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per d, replica, ratio n/d and structure: the overlap at the end.

    Smaller samples are the first rows of the largest, and one draw serves every structure. There are `replicas` independent
    draws, and fewer where their number times d would exceed `budget`.
    """
    checked(setting, int(setting["k"]), float(setting["bias"]))
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
