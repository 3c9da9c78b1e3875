"""Risk against the sample size at a fixed width (fig3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.named import activation, link
from feature_learning.papers.mei2019.model import errors, inputs, seen, weights
from feature_learning.training.second_layer import least_norm, ridge


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw direction and features."""
    return weights(setting["d"], round(setting["psi1"] * setting["d"]), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per sample size and penalty; smaller samples are the first rows of the largest."""
    d, xp = setting["d"], device.xp
    sizes = {float(psi2): round(float(psi2) * d) for psi2 in setting.grid["psi2"]}
    target, noise = link(setting["link"]), setting["rho"] ** -0.5
    batches = x, x_test = inputs(max(sizes.values()), d, rng, "train"), inputs(setting["test_size"], d, rng, "test")
    labels = device.put(target(x @ instance["beta"]) + noise * rng("noise").standard_normal(len(x)))
    truth = device.put(target(x_test @ instance["beta"]))
    features, test = seen("features", activation(setting["activation"]), batches, instance["directions"], rng("surrogate"), device)
    width, penalties = features.shape[1], [float(lam) for lam in setting.grid["lam"]]
    for psi2, n in sizes.items():
        own, y = features[:n], labels[:n]
        readouts = [ridge(own, y, n * width * lam / d, xp) if lam else least_norm(own, y, xp) for lam in penalties]
        for lam, risk in zip(penalties, errors(truth[:, None], test, xp.stack(readouts, axis=1), xp), strict=True):
            yield {"psi2": psi2, "lam": lam, "risk": risk}
