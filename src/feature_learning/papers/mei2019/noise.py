"""Noise and non-linear parts of the target at one penalty: they act alike (fig2, fig6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mei2019.model import TARGETS, feature_matrix, inputs, weights
from feature_learning.training.nested import NestedLeastSquares


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw direction and features; smaller widths take the first features."""
    widest = max(map(float, setting.grid["ratio"]))
    return weights(setting["d"], round(widest * setting["psi2"] * setting["d"]), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a target, model and width; the risk leaves out the test points' label noise."""
    d, n = setting["d"], round(setting["psi2"] * setting["d"])
    x, x_test = inputs(n, d, rng, "train"), inputs(setting["test_size"], d, rng, "test")
    directions = device.put(instance["directions"])
    for model in setting.grid["model"]:
        noise = rng("surrogate", d)
        features, test = (feature_matrix(str(model), device.put(batch), directions, noise, device.xp, device.put) for batch in (x, x_test))
        for name in setting.grid["target"]:
            target = TARGETS[str(name)]
            labels = target(x @ instance["beta"]) + target.noise * rng("noise").standard_normal(n)
            truth = device.put(target(x_test @ instance["beta"]))
            fits = NestedLeastSquares(features, device.put(labels), device.xp)
            for ratio in sorted(map(float, setting.grid["ratio"])):
                width = round(ratio * n)
                readout = fits.solve(width, n * width * setting["lam"] / d)
                risk = float(((truth - test[:, :width] @ readout) ** 2).mean())
                yield {"target": name, "model": model, "ratio": ratio, "risk": risk}
