"""The number of samples that the two-phase network needs, against the dimension (prop-d)."""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import (
    ActivationName,
    Count,
    Function,
    Grid,
    NotNegative,
    Positive,
)
from feature_learning.data.links import Link, summed
from feature_learning.networks.named import activation
from feature_learning.papers.mousavi2022.model import (
    OnlineSGD,
    draw_network,
    hidden,
    network,
    parts,
    replayed,
    trained,
)
from feature_learning.papers.mousavi2022.refit import (
    ChosenRidge,
    held_out_inputs,
    redrawn_bias,
    rescaled,
)
from feature_learning.papers.mousavi2022.targets import TargetName, link_of, target_of
from feature_learning.training.second_layer import ridge_path

TARGETS = ("cube", "steep-tanh")
FarName = Annotated[str, Function("target", ("fifth", "sign"))]
_FAR: Mapping[str, Link] = {
    "fifth": Link.of(lambda z: z**5 / math.sqrt(945)),
    "sign": Link.of(np.sign, [0.0]),
}
"""Monotone links that are far from linear."""


class _FirstLayer(OnlineSGD):
    """The first layer without biases against the number of samples."""

    width: Count
    d: Grid[Count]
    n_over_d: Grid[Positive]
    decay: NotNegative


class Samples(_FirstLayer, ChosenRidge):
    """Test error and alignment after both phases."""

    test_size: Count
    plateau_d: Count  # where the kernel is still on its plateau
    plateau_n: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the network in most dimensions."""
        return draw_network(self.width, max(self.plateau_d, *self.d), rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and sample size, and one per target on the plateau."""
        for d in self.d:
            yield from self.learnt(draws, rng, TARGETS[0], d, self.n_over_d)
        d = self.plateau_d
        for name in TARGETS:
            yield from self.learnt(draws, rng, name, d, [self.plateau_n / d])

    def learnt(self, draws: Draws, rng: Streams, name: str, d: int, sizes: Sequence[float]) -> Rows:
        """Yield one row per sample size, on inputs and noise that are the same at each call."""
        target, start = target_of(name, d), network(draws, self.width, d, bias=False)
        schedule = self.schedule(d, self.decay, sizes, max(sizes))
        inputs = rng("train").standard_normal((schedule.last, d))
        noise = self.noise * rng("noise").standard_normal(schedule.last)
        labels = summed(target, inputs) + noise
        held_out, bias = held_out_inputs(self.test_size, d, rng), redrawn_bias(start.width, rng)
        values = [summed(target, x) for x in held_out]
        run = trained(start, replayed(inputs, labels), schedule)
        for size, n, weights in zip(sizes, schedule.snapshots, run, strict=True):
            features = _features(inputs[:n], weights, bias)
            penalties = [n * ridge for ridge in self.penalties]
            readouts = ridge_path(features, labels[:n], penalties).astype(np.float32)
            outputs = (_features(x.astype(np.float32), weights, bias) @ readouts for x in held_out)
            choice, test = map(_errors, outputs, values)
            yield {
                "target": name,
                "d": d,
                "n_over_d": size,
                "n": n,
                "error": float(test[choice.argmin()]),  # the ridge is chosen on another sample
                "alignment": _alignment(weights),
            }


class Links(_FirstLayer):
    """The alignment for monotone links."""

    activation: ActivationName
    target: Grid[TargetName | FarName]

    def generate(self, rng: Streams) -> Draws:
        """Draw the network in most dimensions."""
        return draw_network(self.width, max(self.d), rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per link, dimension and sample size."""
        sizes, sigma = self.n_over_d, activation(self.activation)
        for d in self.d:
            start = network(draws, self.width, d, bias=False)
            schedule = self.schedule(d, self.decay, sizes, max(sizes))
            inputs = rng("train", d).standard_normal((schedule.last, d))
            noise = self.noise * rng("noise", d).standard_normal(schedule.last)
            for name in self.target:
                labels = summed([_FAR.get(name) or link_of(name, d)], inputs) + noise
                run = trained(start, replayed(inputs, labels), schedule, sigma)
                for size, n, weights in zip(sizes, schedule.snapshots, run, strict=True):
                    row = {"target": name, "d": d, "n_over_d": size, "n": n}
                    yield {**row, "alignment": _alignment(weights)}


def _alignment(weights: np.ndarray) -> float:
    size_of = parts(weights, 1)
    return size_of["par"] / float(np.hypot(size_of["par"], size_of["perp"]))


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
