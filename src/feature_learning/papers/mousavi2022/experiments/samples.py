"""The number of samples that the two-phase network needs, against the dimension (prop-d)."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import Link, summed
from feature_learning.networks.named import activation
from feature_learning.papers.mousavi2022.shared.model import (
    Schedule,
    draw_network,
    hidden,
    network,
    parts,
    replayed,
    trained,
)
from feature_learning.papers.mousavi2022.shared.refit import (
    held_out_inputs,
    redrawn_bias,
    rescaled,
    ridges,
)
from feature_learning.papers.mousavi2022.shared.targets import link_of, target_of
from feature_learning.training.second_layer import ridge_path

TARGETS = ("cube", "steep-tanh")
_FAR: Mapping[str, Link] = {
    "fifth": Link.of(lambda z: z**5 / math.sqrt(945)),
    "sign": Link.of(np.sign, [0.0]),
}
"""Monotone links that are far from linear."""


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network in most dimensions."""
    return draw_network(setting["width"], max(setting["plateau_d"], *setting.ints("d")), rng)


def samples(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and sample size; and one per target where the kernel is still on
    its plateau.
    """
    for d in setting.ints("d"):
        yield from _learnt(setting, draws, rng, TARGETS[0], d, setting.floats("n_over_d"))
    d = setting["plateau_d"]
    for name in TARGETS:
        yield from _learnt(setting, draws, rng, name, d, [setting["plateau_n"] / d])


def links(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per monotone link, dimension and sample size: the alignment."""
    sizes, sigma = setting.floats("n_over_d"), activation(setting["activation"])
    for d in setting.ints("d"):
        start = network(draws, setting["width"], d, bias=False)
        schedule = Schedule.of(setting, d, setting["decay"], sizes, max(sizes))
        inputs = rng("train", d).standard_normal((schedule.last, d))
        noise = setting["noise"] * rng("noise", d).standard_normal(schedule.last)
        for name in setting.names("target"):
            labels = summed([_FAR.get(name) or link_of(name, d)], inputs) + noise
            run = trained(start, replayed(inputs, labels), schedule, sigma)
            for size, n, weights in zip(sizes, schedule.snapshots, run, strict=True):
                row = {"target": name, "d": d, "n_over_d": size, "n": n}
                yield {**row, "alignment": _alignment(weights)}


def _alignment(weights: np.ndarray) -> float:
    size_of = parts(weights, 1)
    return size_of["par"] / float(np.hypot(size_of["par"], size_of["perp"]))


def draw_links(setting: Setting, rng: Streams) -> Draws:
    """Draw the network in most dimensions."""
    return draw_network(setting["width"], max(setting.ints("d")), rng)


def _learnt(
    setting: Setting, draws: Draws, rng: Streams, name: str, d: int, sizes: Sequence[float]
) -> Rows:
    target, start = target_of(name, d), network(draws, setting["width"], d, bias=False)
    schedule = Schedule.of(setting, d, setting["decay"], sizes, max(sizes))
    inputs = rng("train").standard_normal((schedule.last, d))
    noise = setting["noise"] * rng("noise").standard_normal(schedule.last)
    labels = summed(target, inputs) + noise
    held_out, bias = held_out_inputs(setting, d, rng), redrawn_bias(start.width, rng)
    run = trained(start, replayed(inputs, labels), schedule)
    for size, n, weights in zip(sizes, schedule.snapshots, run, strict=True):
        features, penalties = _features(inputs[:n], weights, bias), [n * r for r in ridges(setting)]
        readouts = ridge_path(features, labels[:n], penalties).astype(np.float32)
        choice, test = (
            _errors(_features(x.astype(np.float32), weights, bias) @ readouts, summed(target, x))
            for x in held_out
        )
        yield {
            "target": name,
            "d": d,
            "n_over_d": size,
            "n": n,
            "error": float(test[choice.argmin()]),  # the ridge is chosen on another sample
            "alignment": _alignment(weights),
        }


def _errors(outputs: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the relative error of each column of outputs."""
    return np.asarray(((outputs - values[:, None]) ** 2).mean(axis=0) / np.mean(values**2))


def _features(inputs: np.ndarray, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return hidden units over the root of the width, and a constant: one more unit, with zero
    weights and bias 1.
    """
    root = np.sqrt(len(weights))
    layer = np.vstack([rescaled(weights) / root, np.zeros_like(weights[:1])])
    return hidden(inputs, layer, np.append(bias / root, 1.0))
