"""Gradient descent on the population loss (infinitely many samples) from several inits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.bietti2022.model import favourable, inits, neurons, schedule, targets
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the neurons and the inits."""
    offsets, signs = neurons(setting, rng)
    theta, c = inits(len(offsets), int(setting["d"]), int(setting["inits"]), rng("init", int(setting["d"])))
    return {"offsets": offsets, "signs": signs, "theta": theta, "c": c}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per exponent, init and recorded iteration: the overlap, and its speed along the sphere."""
    population, plan, eta = TiedPopulation(instance["offsets"], instance["signs"]), schedule(setting), float(setting["eta"])
    shown = sorted(set(np.unique(np.geomspace(1, plan.iterations, int(setting["points"])).astype(int)).tolist()) | {0})
    for s, target in targets(setting).items():
        theta, c = favourable(instance["theta"], instance["c"], population, target, s, force=setting["force_signs"])
        descent, m = PopulationDescent(population, [target] * len(theta)), theta[:, 0]
        for number in range(plan.iterations + 1):
            if number in shown:
                for init, overlap in enumerate(np.abs(m)):
                    yield {"s": s, "init": init, "iteration": number, "overlap": float(overlap)}
            step = eta if number >= plan.warmup else 0.0
            m, c = descent.step(m, c, plan.ratio * eta, step, float(setting["ridge"]), radial=plan.radial)
