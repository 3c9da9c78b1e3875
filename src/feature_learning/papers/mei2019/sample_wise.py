"""Risk against the sample size at a fixed width (fig3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mei2019.model import Target, feature_matrix, inputs, weights
from feature_learning.training.second_layer import least_norm, ridge


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw direction and features."""
    return weights(setting["d"], round(setting["psi1"] * setting["d"]), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a sample size and penalty; smaller samples are the first rows of the largest."""
    d, xp = setting["d"], device.xp
    sizes = {float(psi2): round(float(psi2) * d) for psi2 in setting.grid["psi2"]}
    target = Target(1.0, noise=setting["rho"] ** -0.5)
    x, x_test = inputs(max(sizes.values()), d, rng, "train"), inputs(setting["test_size"], d, rng, "test")
    labels = device.put(target(x @ instance["beta"]) + target.noise * rng("noise").standard_normal(len(x)))
    truth = device.put(target(x_test @ instance["beta"]))
    directions = device.put(instance["directions"])
    features, test = (feature_matrix("features", device.put(batch), directions, rng("surrogate"), xp, device.put) for batch in (x, x_test))
    width = features.shape[1]
    for psi2, n in sizes.items():
        for lam in map(float, setting.grid["lam"]):
            own, y = features[:n], labels[:n]
            readout = ridge(own, y, n * width * lam / d, xp) if lam else least_norm(own, y, xp)
            yield {"psi2": psi2, "lam": lam, "risk": float(((truth - test @ readout) ** 2).mean())}
