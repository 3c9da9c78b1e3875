"""Targets of which all k directions must be learned: weights, gap and truncations (prop-c and
prop-e).
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.model import (
    OnlineSGD,
    draw_network,
    fresh_samples,
    hidden,
    network,
    parts,
    replayed,
    squared_error,
    trained,
)
from feature_learning.papers.mousavi2022.refit import redrawn_bias, rescaled
from feature_learning.papers.mousavi2022.targets import shared
from feature_learning.theory.low_rank import truncated
from feature_learning.training.second_layer import ridge


class SubspaceK(OnlineSGD):
    """An even target of k directions.

    ``smallest`` is the smallest of the k singular values of ``W_par/sqrt m``, ``random`` the size
    of a random direction, ``|W_perp|_F/sqrt(m (d - k))``. Errors are halves of mean squares on
    fresh samples: of the network, and with its first layer cut to rank k and k - 1. The gap is that
    of `gap`, with the label noise left out of both errors.
    """

    d: Grid[Count]
    k: Grid[Count]  # directions
    t_over_d: Grid[NotNegative]
    width: Count
    decay: NotNegative
    ridge: Positive
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the network in most dimensions."""
        return draw_network(self.width, max(self.d), rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, number of directions and number of samples."""
        times = self.t_over_d
        for d in self.d:
            start = network(draws, self.width, d, bias=False)
            schedule = self.schedule(d, self.decay, times, max(times))
            inputs = rng("train", d).standard_normal((schedule.last, d))
            noise = self.noise * rng("noise", d).standard_normal(schedule.last)
            bias = redrawn_bias(start.width, rng)
            for k in self.k:
                target = shared("abs", k)
                labels = summed(target, inputs) + noise
                samples = fresh_samples(target, self.test_size, d, rng)
                run = trained(start, replayed(inputs, labels), schedule)
                for time, n, weights in zip(times, schedule.snapshots, run, strict=True):
                    layer, size = rescaled(weights), parts(weights, k)
                    features = hidden(inputs[:n], layer, bias)
                    readout = ridge(features, labels[:n], self.ridge * n * start.width)
                    training = np.mean((features @ readout - labels[:n]) ** 2 - noise[:n] ** 2) / 2
                    error, cut, less = (
                        squared_error(samples, kept, bias, readout) / 2
                        for kept in (layer, truncated(layer, k), truncated(layer, k - 1))
                    )
                    values = np.linalg.svd(weights[:, :k], compute_uv=False) / start.width**0.5
                    yield {
                        "d": d,
                        "k": k,
                        "t_over_d": time,
                        "perp": size["perp"],
                        "largest": float(values[0]),
                        "smallest": float(values[-1]),
                        "random": size["perp"] / (d - k) ** 0.5,
                        "gap": float(error - training),
                        "error": error,
                        "error_k": cut,
                        "error_less": less,
                    }
