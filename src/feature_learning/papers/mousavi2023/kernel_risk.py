"""Kernel ridge regression on the structured inputs, with the best ridge in hindsight (fig-risk)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.relu_links import pure_hermite
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.mousavi2023.model import Covariance, checked, labelled


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: data come from their streams."""
    checked(setting, int(setting["k"]), 0.0)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per ratio n/d and structure: the least risk over ridges, of the kernel ``exp(<x, x'>/d)``."""
    d, k, ratios = int(setting["d"]), int(setting["k"]), sorted(map(int, setting.grid["ratio"]))
    ridges = [10.0**power for power in range(setting["least_power"], setting["most_power"] + 1)]
    inputs, labels = labelled(ratios[-1] * d, d, k, setting["noise"], rng, "train")
    test = rng("test", d).standard_normal((setting["test_size"], d))
    truth = pure_hermite(k)(test[:, 0])
    for structure in map(str, setting.grid["structure"]):
        covariance = Covariance.of(structure, d)
        x, new = covariance.root(inputs), covariance.root(test)
        gram = x @ x.T
        gram /= d
        np.exp(gram, out=gram)
        # Linear systems need double precision, predictions do not.
        at = np.exp(new.astype(np.float32) @ (x / d).T.astype(np.float32))
        for ratio in ratios:
            n = ratio * d
            fits = at[:, :n] @ kernel_ridge(gram[:n, :n], labels[:n], ridges).astype(np.float32)
            risks = np.mean((fits - truth[:, None]) ** 2, axis=0)
            yield {"ratio": ratio, "structure": structure, "risk": float(risks.min()), "ridge": ridges[int(risks.argmin())]}
