"""Noise and non-linear parts of the target at one penalty, which act alike (fig2, fig6)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.model import errors, inputs, seen, target, weights
from feature_learning.training.nested import NestedLeastSquares


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw direction and features; smaller widths take the first features."""
    widest = max(map(float, setting.grid["ratio"]))
    return weights(setting["d"], round(widest * setting["psi2"] * setting["d"]), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per target, model and width; the risk excludes the label noise of the test points."""
    d, n = setting["d"], round(setting["psi2"] * setting["d"])
    batches = x, x_test = inputs(n, d, rng, "train"), inputs(setting["test_size"], d, rng, "test")
    names = [str(name) for name in setting.grid["target"]]
    aims, projected, added = [target(name) for name in names], x @ instance["beta"], rng("noise").standard_normal(n)
    labels = device.put(np.stack([aim(projected) + math.sqrt(aim.noise_variance) * added for aim in aims], axis=1))
    truth = device.put(np.stack([aim(x_test @ instance["beta"]) for aim in aims], axis=1))
    sigma = activation(setting["activation"])
    for model in setting.grid["model"]:
        features, test = seen(str(model), sigma, batches, instance["directions"], rng("surrogate", d), device)
        fits = NestedLeastSquares(features, labels, device.xp)
        for ratio in sorted(map(float, setting.grid["ratio"])):
            width = round(ratio * n)
            readouts = fits.solve(width, n * width * setting["lam"] / d)
            for name, risk in zip(names, errors(truth, test[:, :width], readouts, device.xp), strict=True):
                yield {"target": name, "model": model, "ratio": ratio, "risk": risk}
