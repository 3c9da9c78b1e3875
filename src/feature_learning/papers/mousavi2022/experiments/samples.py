"""The number of samples that the two-phase network needs, against the dimension (prop-d)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.shared.model import (
    Target,
    draw_network,
    hidden,
    network,
    parts,
    replayed,
    snapshots,
    steps_of,
    target_of,
    trained,
)
from feature_learning.papers.mousavi2022.shared.refit import redrawn_bias, rescaled
from feature_learning.training.second_layer import ridge_path

TARGETS = ("cube", "steep-tanh")


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network in most dimensions."""
    return draw_network(setting["width"], max(setting["plateau_d"], *map(int, setting.grid["d"])), rng)


def samples(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and sample size; and one per target where the kernel is still on its plateau."""
    for d in map(int, setting.grid["d"]):
        yield from _learnt(setting, draws, rng, TARGETS[0], d, list(map(float, setting.grid["n_over_d"])))
    for name in TARGETS:
        yield from _learnt(setting, draws, rng, name, setting["plateau_d"], [setting["plateau_n"] / setting["plateau_d"]])


def _learnt(
    setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, name: str, d: int, sizes: Sequence[float]
) -> Iterator[dict[str, Any]]:
    target, own = target_of(name, d), network(instance, setting["width"], d, bias=False)
    at, horizon = snapshots(sizes, max(sizes), d)
    inputs = rng("train").standard_normal((horizon, d))
    labels = summed(target, inputs) + setting["noise"] * rng("noise").standard_normal(horizon)
    held, fresh = (stratified_gaussian(setting["test_size"], np.eye(d)[0], rng("test", part)) for part in (0, 1))
    bias = redrawn_bias(own.width, rng)
    ridges = list(np.geomspace(setting["least_ridge"], setting["largest_ridge"], setting["ridges"]))
    runs = trained(own, replayed(inputs, labels), steps_of(setting, d, setting["decay"]), setting["decay"], at, horizon)
    for size, (n, weights) in zip(sizes, runs, strict=True):
        readouts = ridge_path(_features(inputs[:n], weights, bias), labels[:n], [n * one for one in ridges])
        first, second = (_errors(target, x, _features(x.astype(np.float32), weights, bias), readouts) for x in (held, fresh))
        found = parts(weights, len(target))
        yield {
            "target": name,
            "d": d,
            "n_over_d": size,
            "n": n,
            "error": float(second[first.argmin()]),  # the ridge is chosen on another sample
            "alignment": found["par"] / float(np.hypot(found["par"], found["perp"])),
        }


def _errors(target: Target, x: np.ndarray, features: np.ndarray, readouts: np.ndarray) -> np.ndarray:
    """Return the relative error of each readout, shape (readouts,)."""
    wanted = summed(target, x)
    return np.asarray(((features @ readouts.astype(np.float32) - wanted[:, None]) ** 2).mean(axis=0) / np.mean(wanted**2))


def _features(inputs: np.ndarray, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return hidden units over the root of the width, and a constant: one more unit, with zero weights and bias 1."""
    root = np.sqrt(len(weights))
    return hidden(inputs, np.vstack([rescaled(weights) / root, np.zeros_like(weights[:1])]), np.append(bias / root, 1.0))
