"""The generalisation gap after both phases against the number of samples, by dimension and width,
and by the number of the target's directions (prop-c).
"""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, NotNegative, Positive
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.model import (
    Network,
    OnlineSGD,
    draw_network,
    fresh_samples,
    hidden,
    network,
    replayed,
    squared_error,
    trained,
)
from feature_learning.papers.mousavi2022.targets import Target, TargetName, shared, target_of
from feature_learning.training.second_layer import ridge


class _Gap(OnlineSGD):
    """The gap after both phases on the same T samples.

    The gap is half the squared error on fresh samples minus that on the T samples. Neither contains
    the label noise: its mean square is subtracted from the training error, because its fluctuation
    of order ``1/sqrt T`` would hide the gap. The readout minimises ``mean (yhat - y)^2/2 + (mu/2)
    ||abar||^2/m``.
    """

    t_over_d: Grid[NotNegative]
    decay: NotNegative
    ridge: Positive
    test_size: Count

    def gaps(
        self, start: Network, target: Target, d: int, times: Sequence[float], rng: Streams
    ) -> Rows:
        """Yield one row per number of samples; inputs and noise are the same at each call."""
        schedule = self.schedule(d, self.decay, times, max(times))
        inputs = rng("train").standard_normal((schedule.last, d))
        noise = self.noise * rng("noise").standard_normal(schedule.last)
        labels = summed(target, inputs) + noise
        samples = fresh_samples(target, self.test_size, d, rng)
        run = trained(start, replayed(inputs, labels), schedule)
        for time, n, weights in zip(times, schedule.snapshots, run, strict=True):
            features = hidden(inputs[:n], weights, start.bias)
            readout = ridge(features, labels[:n], self.ridge * n * start.width)
            test = squared_error(samples, weights, start.bias, readout) / 2
            training = np.mean((features @ readout - labels[:n]) ** 2 - noise[:n] ** 2) / 2
            yield {"t_over_d": time, "gap": float(test - training), "risk": test}


class Gap(_Gap):
    """Several dimensions and widths."""

    target: TargetName
    d: Grid[Count]
    width: Grid[Count]
    wide: Count  # from this width on
    wide_samples: Count  # no more than these, to limit the cost

    def generate(self, rng: Streams) -> Draws:
        """Draw the widest network in most dimensions."""
        return draw_network(max(self.width), max(self.d), rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, width and number of samples."""
        for d in self.d:
            target, times = target_of(self.target, d), self.t_over_d
            affordable = [time for time in times if round(time * d) <= self.wide_samples]
            for width in self.width:
                shown = times if width < self.wide else affordable
                for row in self.gaps(network(draws, width, d), target, d, shown, rng):
                    yield {"d": d, "width": width, **row}

    def predict(self) -> Rows:
        """Yield the bound's shape ``sqrt(k d/T)`` with constant 1, k = 1."""
        for ratio in self.t_over_d:
            yield {"t_over_d": ratio, "bound": math.sqrt(1 / ratio)}


class GapK(_Gap):
    """Several numbers of directions; all share network, inputs and noise."""

    link: Grid[LinkName]
    k: Grid[Count]  # directions
    d: Count
    width: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the network."""
        return draw_network(self.width, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per link, number of directions and number of samples."""
        d, start = self.d, network(draws, self.width, self.d)
        for name in self.link:
            for k in self.k:
                for row in self.gaps(start, shared(name, k), d, self.t_over_d, rng):
                    yield {"link": name, "k": k, **row}
