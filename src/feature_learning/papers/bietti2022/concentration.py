"""Largest distance between the empirical and the population loss over a grid of directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.bietti2022.model import neurons, targets
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_network import Segments, TiedNetworks


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the neurons, and directions orthogonal to the target's."""
    offsets, signs = neurons(setting, rng)
    across = rng("init", int(setting["d"])).standard_normal((int(setting["directions"]), int(setting["d"])))
    across[:, 0] = 0
    return {"offsets": offsets, "signs": signs, "across": on_sphere(across)}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per sample size and exponent, at the second layer that is optimal at the target's direction."""
    population, d = TiedPopulation(instance["offsets"], instance["signs"]), int(setting["d"])
    segments, across = Segments(instance["offsets"], instance["signs"]), instance["across"]
    most = max(map(int, setting.grid["n"]))
    inputs, noise = rng("train", d).standard_normal((most, d)), rng("noise", d).standard_normal(most)
    overlaps = np.linspace(0, 1, int(setting["points"]))
    theta = np.kron(np.sqrt(1 - overlaps**2)[:, None], across)
    theta[:, 0] = np.repeat(overlaps, len(across))
    networks = len(theta)
    for s, target in targets(setting).items():
        second = population.best(population.correlations(target, [1.0]), float(setting["ridge"]))[0]
        expected = population.excess(second, population.correlations(target, overlaps), target.square_norm) + float(setting["noise"])
        labels = target(inputs[:, 0]) + np.sqrt(setting["noise"]) * noise
        for n in map(int, setting.grid["n"]):
            tied = TiedNetworks(segments, inputs[:n], np.broadcast_to(labels[:n], (networks, n)))
            found, _, _ = tied.gradients(theta, np.tile(second, (networks, 1)), second=False)
            yield {"n": n, "s": s, "distance": float(np.abs(found.reshape(len(overlaps), -1) - expected[:, None]).max())}
