"""How far one gradient step turns the neurons to the spike, against its strength (nn-alignment)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import spiked
from feature_learning.papers.ba2023.model import Network, energies, isotropic, noisy, spike_direction, strength, target


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: network and data of each dimension come from their streams."""
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a dimension, gamma and link: means over living neurons of cos^2 with the spike and of its share in the variance."""
    names = [str(name) for name in setting.grid["link"]]
    links = [target(name, setting["noise"]) for name in names]
    for d in map(int, setting.grid["d"]):
        rows, noise = isotropic(round(setting["psi"] * d), d, rng, "train")
        labels = noisy(links, rows[:, 0], noise)
        network = Network.drawn(setting["width"], d, rng)
        for gamma in map(float, setting.grid["gamma"]):
            theta = strength(gamma, d)
            inputs = spiked(rows, spike_direction(d), theta)
            preactivations = network.preactivations(inputs)
            alive = (preactivations > 0).any(axis=0)  # with a bias below about -3 a neuron may see no input, and has no direction
            for number, name in enumerate(names):
                gradient = network.gradient(inputs, labels[:, number], preactivations)[alive]
                along, variance = energies(gradient, theta)
                yield {
                    "d": d,
                    "gamma": gamma,
                    "link": name,
                    "alignment": float((along / (gradient**2).sum(axis=1)).mean()),
                    "share": float(((1 + theta) * along / variance).mean()),
                    "dead": int((~alive).sum()),
                }
