"""Test and training error against the width, ridgeless and with a small ridge, for both feature models (fig1, fig6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.named import activation, link
from feature_learning.papers.mei2019.model import errors, inputs, seen, weights
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
    """Yield one row per dimension, model, width and penalty."""
    sigma, aim = activation(setting["activation"]), link(setting["link"])
    for d in map(int, setting.grid["d"]):
        n = round(setting["psi2"] * d)
        beta, directions = instance[f"beta-{d}"], instance[f"directions-{d}"]
        batches = inputs(n, d, rng, "train"), inputs(setting["test_size"], d, rng, "test")
        labels, truth = (device.put(aim(x @ beta)) for x in batches)
        penalties = [float(lam) for lam in setting.grid["lam"]]
        for model in setting.grid["model"]:
            features, test = seen(str(model), sigma, batches, directions, rng("surrogate", d), device)
            fits = NestedLeastSquares(features, labels, device.xp)
            for ratio, width in _widths(setting, n).items():
                readouts = device.xp.stack([fits.solve(width, n * width * lam / d) for lam in penalties], axis=1)
                on_test = errors(truth[:, None], test[:, :width], readouts, device.xp)
                on_train = errors(labels[:, None], features[:, :width], readouts, device.xp)
                for lam, unseen, fitted in zip(penalties, on_test, on_train, strict=True):
                    yield {"d": d, "model": model, "ratio": ratio, "lam": lam, "test": unseen, "train": fitted}
