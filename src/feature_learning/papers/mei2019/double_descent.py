"""Test and training error against the width, ridgeless and with a small ridge, for both feature models (fig1, fig6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mei2019.model import LINEAR, feature_matrix, inputs, weights
from feature_learning.training.nested import NestedLeastSquares


def _widths(setting: Setting, n: int) -> dict[float, int]:
    return {float(ratio): round(float(ratio) * n) for ratio in sorted(map(float, setting.grid["ratio"]))}


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw direction and features at every dimension; smaller widths take the first features."""
    drawn: dict[str, np.ndarray] = {}
    for d in map(int, setting.grid["d"]):
        width = max(_widths(setting, round(setting["psi2"] * d)).values())
        drawn |= {f"{name}-{d}": array for name, array in weights(d, width, rng).items()}
    return drawn


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a dimension, model, width and penalty."""
    for d in map(int, setting.grid["d"]):
        n = round(setting["psi2"] * d)
        beta, directions = instance[f"beta-{d}"], device.put(instance[f"directions-{d}"])
        x, x_test = inputs(n, d, rng, "train"), inputs(setting["test_size"], d, rng, "test")
        labels, truth = device.put(LINEAR(x @ beta)), device.put(LINEAR(x_test @ beta))
        for model in setting.grid["model"]:
            noise = rng("surrogate", d)
            features, test = (
                feature_matrix(str(model), device.put(batch), directions, noise, device.xp, device.put) for batch in (x, x_test)
            )
            fits = NestedLeastSquares(features, labels, device.xp)
            for ratio, width in _widths(setting, n).items():
                for lam in map(float, setting.grid["lam"]):
                    readout = fits.solve(width, n * width * lam / d)
                    yield {
                        "d": d,
                        "model": model,
                        "ratio": ratio,
                        "lam": lam,
                        "test": float(((truth - test[:, :width] @ readout) ** 2).mean()),
                        "train": float(((labels - features[:, :width] @ readout) ** 2).mean()),
                    }
