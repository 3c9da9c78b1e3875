"""Error against the width if the learned directions are given instead of trained (fig7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import batch, target
from feature_learning.training.streamed_readout import NormalEquations

KNOWN: Mapping[str, tuple[int, ...]] = {"none": (), "w1": (0,), "w1-w2": (0, 1)}


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw neurons: a unit vector outside U, Gaussian coordinates in U, a Gaussian bias; the teacher is the first axes."""
    d, width = setting["d"], max(map(int, setting.grid["width"]))
    outside = rng("init").standard_normal((width, d))
    drawn = {"bias": rng("init", 1).standard_normal(width)}
    inside = rng("init", 2).standard_normal((width, 2))
    for name in map(str, setting.grid["known"]):
        known = list(KNOWN[name])
        rows = outside.copy()
        rows[:, known] = 0
        rows = on_sphere(rows)
        rows[:, known] = inside[:, known]
        drawn[f"first-{name}"] = rows
    return drawn


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per subspace and width; narrower networks are the first neurons, fitted from the same normal equations."""
    widths = sorted(map(int, setting.grid["width"]))
    aim, sigma = target(setting["target"], 3), activation(setting["activation"])
    d, n, names = setting["d"], setting["n"], [str(name) for name in setting.grid["known"]]
    # The bias is the weight of an input that is always 1.
    first = {name: np.vstack([instance[f"first-{name}"].T, instance["bias"]]).astype(np.float32) for name in names}

    def features(x: np.ndarray, name: str) -> np.ndarray:
        return np.asarray(sigma(np.column_stack([x, np.ones(len(x), x.dtype)]) @ first[name]))

    fits = {name: NormalEquations(n, widths[-1]) for name in names}
    for x in batch(n, d, rng, "train"):
        y = aim(x[:, :3])
        for name in names:
            fits[name].add(features(x, name), y)
    # One column per width, zero for the neurons that it lacks.
    readouts = {name: np.zeros((widths[-1], len(widths))) for name in names}
    for name, fit in fits.items():
        for column, width in enumerate(widths):
            readouts[name][:width, column] = fit.solve(setting["ridge"] * n, width)
    errors = {name: np.zeros(len(widths)) for name in names}
    for x in batch(setting["test_size"], d, rng, "test"):
        y = aim(x[:, :3])
        for name in names:
            errors[name] += ((y[:, None] - features(x, name) @ readouts[name].astype(np.float32)) ** 2).sum(axis=0)
    for name in names:
        for width, error in zip(widths, errors[name] / setting["test_size"], strict=True):
            yield {"known": name, "width": width, "error": float(error)}
