"""Overlap and risk against the sample size, at one step size and ridge (figure 1, and all that uses the same runs)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.bietti2022.model import (
    favourable,
    inits,
    kept,
    neurons,
    outcome,
    sample_data,
    schedule,
    targets,
    warn_if_unstable,
)
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import descend
from feature_learning.training.tied_network import Segments


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the neurons, and an init for each dimension."""
    offsets, signs = neurons(setting, rng)
    drawn = {"offsets": offsets, "signs": signs}
    for d in map(int, setting.grid["d"]):
        theta, c = inits(len(offsets), d, 1, rng("init", d))
        drawn |= {f"theta-{d}": theta[0], f"c-{d}": c[0]}
    return drawn


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension, sample size and exponent; all exponents are trained at once, on the same inputs."""
    links, eta, ridge = targets(setting), float(setting["eta"]), float(setting["ridge"])
    population = TiedPopulation(instance["offsets"], instance["signs"])
    warn_if_unstable(setting, population, [eta])
    dtype = np.dtype(setting["dtype"]).type
    segments = Segments(instance["offsets"], instance["signs"], dtype)
    floors = {s: float(population.least_loss(population.correlations(f, [1.0]), 1e-9, f.square_norm)[0]) for s, f in links.items()}
    starts = {
        d: [
            favourable(instance[f"theta-{d}"], instance[f"c-{d}"], population, f, s, force=setting["force_signs"]) for s, f in links.items()
        ]
        for d in map(int, setting.grid["d"])
    }
    limits = _population_overlaps(setting, starts, population, list(links.values()))
    for d, start in starts.items():
        drawn = sample_data(setting, d, rng)
        inputs, truth = drawn["train"].astype(dtype), drawn["train"][:, 0]
        labels = np.stack([f(truth) + drawn["train_noise"] for f in links.values()]).astype(dtype)
        begin = np.stack([theta for theta, _ in start]), np.stack([c for _, c in start])
        rates = np.full(len(links), eta), np.full(len(links), ridge)
        for n in (n for n in map(int, setting.grid["n"]) if kept(setting, n, d)):
            theta, c, _ = descend(segments, inputs[:n], np.ascontiguousarray(labels[:, :n]), begin, *rates, schedule(setting))
            for row, (s, target) in enumerate(links.items()):
                found = outcome(theta[row], c[row], drawn, n, population, target)
                yield {"d": d, "n": n, "s": s, **found, "floor": floors[s], "limit": limits[d][row]}


def _population_overlaps(
    setting: Setting, starts: Mapping[int, list[tuple[np.ndarray, np.ndarray]]], population: TiedPopulation, links: list[Any]
) -> dict[int, np.ndarray]:
    """Return the final overlaps of the same descent on the population loss, that is for infinitely many samples."""
    plan = schedule(setting)
    descent = PopulationDescent(population, links * len(starts))
    m = np.array([theta[0] for start in starts.values() for theta, _ in start])
    c = np.stack([c for start in starts.values() for _, c in start])
    for number in range(plan.iterations):
        step = float(setting["eta"]) if number >= plan.warmup else 0.0
        with np.errstate(over="ignore", invalid="ignore"):  # a step size above the stability limit diverges here too
            m, c = descent.step(m, c, plan.ratio * float(setting["eta"]), step, float(setting["ridge"]), radial=plan.radial)
    return dict(zip(starts, np.abs(m).reshape(len(starts), -1), strict=True))
