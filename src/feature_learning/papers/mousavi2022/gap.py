"""The generalisation gap after both phases against the number of samples (prop-c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.model import draw_network, hidden, network, replayed, snapshots, steps_of, target_of, trained
from feature_learning.training.second_layer import ridge


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the widest network in most dimensions."""
    return draw_network(max(map(int, setting.grid["width"])), max(map(int, setting.grid["d"])), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension, width and number of samples.

    The gap is half the squared error on fresh samples minus that on the T samples that both phases used. Neither contains the
    label noise: its mean square is subtracted from the training error, because its fluctuation of order ``1/sqrt T`` would
    hide the gap. The readout minimises ``mean (yhat - y)^2/2 + (mu/2) ||abar||^2/m``.
    """
    for d in map(int, setting.grid["d"]):
        target = target_of(setting["target"], d)
        times = list(map(float, setting.grid["t_over_d"]))
        at, horizon = snapshots(times, max(times), d)
        inputs, errors = rng("train").standard_normal((horizon, d)), setting["noise"] * rng("noise").standard_normal(horizon)
        labels = summed(target, inputs) + errors
        fresh = rng("test").standard_normal((setting["test_size"], d))
        wanted, fresh = summed(target, fresh), fresh.astype(np.float32)
        for width in map(int, setting.grid["width"]):
            own = network(instance, width, d)
            # The widest networks get fewer samples, to limit the cost.
            kept = [(time, n) for time, n in zip(times, at, strict=True) if width < setting["wide"] or n <= setting["wide_samples"]]
            runs = trained(
                own, replayed(inputs, labels), steps_of(setting, d, setting["decay"]), setting["decay"], [n for _, n in kept], horizon
            )
            for (time, n), (_, weights) in zip(kept, runs, strict=True):
                features = hidden(inputs[:n], weights, own.bias)
                readout = ridge(features, labels[:n], setting["ridge"] * n * width)
                test = np.mean((hidden(fresh, weights, own.bias) @ readout.astype(np.float32) - wanted) ** 2) / 2
                training = np.mean((features @ readout - labels[:n]) ** 2 - errors[:n] ** 2) / 2
                yield {"d": d, "width": width, "t_over_d": time, "gap": float(test - training), "risk": float(test)}
