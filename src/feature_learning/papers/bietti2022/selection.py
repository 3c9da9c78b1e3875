"""Many trainings on one data set: twelve step sizes and ridges from one init, and twelve inits."""

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
    neurons,
    outcome,
    sample_data,
    schedule,
    targets,
    warn_if_unstable,
)
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import descend
from feature_learning.training.tied_network import Segments


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the neurons and the inits; the grid of step sizes and ridges uses the first init."""
    offsets, signs = neurons(setting, rng)
    theta, c = inits(len(offsets), int(setting["d"]), int(setting["restarts"]), rng("init", int(setting["d"])))
    return {"offsets": offsets, "signs": signs, "theta": theta, "c": c}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per sample size, exponent, step size, ridge and restart; later restarts only have the default step size and ridge."""
    links, d = targets(setting), int(setting["d"])
    population = TiedPopulation(instance["offsets"], instance["signs"])
    warn_if_unstable(setting, population, list(map(float, setting.grid["eta"])))
    dtype = np.dtype(setting["dtype"]).type
    segments = Segments(instance["offsets"], instance["signs"], dtype)
    drawn = sample_data(setting, d, rng)
    inputs = drawn["train"].astype(dtype)
    truth = {s: f(drawn["train"][:, 0]) + drawn["train_noise"] for s, f in links.items()}
    for n in map(int, setting.grid["n"]):
        runs = [(s, float(p["eta"]), float(p["ridge"]), 0) for s in links for p in setting.points("eta", "ridge")]
        if n == setting["restarts_at"]:
            default = float(setting["default_eta"]), float(setting["default_ridge"])
            runs += [(s, *default, restart) for s in links if s > 1 for restart in range(1, int(setting["restarts"]))]
        begin = [
            favourable(instance["theta"][again], instance["c"][again], population, links[s], s, force=setting["force_signs"])
            for s, _, _, again in runs
        ]
        labels = np.stack([truth[s][:n] for s, *_ in runs]).astype(dtype)
        theta, c, _ = descend(
            segments,
            inputs[:n],
            labels,
            (np.stack([one for one, _ in begin]), np.stack([other for _, other in begin])),
            np.array([eta for _, eta, _, _ in runs]),
            np.array([ridge for _, _, ridge, _ in runs]),
            schedule(setting),
        )
        for row, (s, eta, ridge, restart) in enumerate(runs):
            found = outcome(theta[row], c[row], drawn, n, population, links[s])
            yield {"n": n, "s": s, "eta": eta, "ridge": ridge, "restart": restart, **found}
