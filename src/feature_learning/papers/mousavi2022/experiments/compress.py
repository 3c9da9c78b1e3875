"""Low-rank truncations of the first layer, trained with and without weight decay and untrained
(prop-e).
"""

from dataclasses import replace
from typing import Annotated, Literal, TypedDict

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive, whole
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.model import (
    Network,
    OnlineSGD,
    Samples,
    draw_network,
    fresh_samples,
    hidden,
    network,
    replayed,
    squared_error,
    trained,
)
from feature_learning.papers.mousavi2022.refit import redrawn_bias, rescaled
from feature_learning.papers.mousavi2022.targets import TargetName, link_of, target_of
from feature_learning.theory.low_rank import error_bound, rank_floor, truncated, truncation_ratio
from feature_learning.theory.orthogonal_part import OrthogonalPart
from feature_learning.theory.principal_subspace import end_positions
from feature_learning.training.second_layer import ridge

DECAYS = {"decay": 1.0, "no-decay": 0.0, "untrained": None}
_LEAST_BIAS = 0.25


class _Truncation(OnlineSGD):
    """Truncations of the rescaled first layer, with the readout of the whole one."""

    width: Count
    ridge: Positive
    test_size: Count


class Compress(_Truncation):
    """The relative test error by rank, and both sides of the bounds."""

    d: Count
    target: TargetName
    layer: Grid[Literal["decay", "no-decay", "untrained"]]
    rank: Grid[Annotated[int, whole(least=0)]]
    horizon: Count  # steps/d

    def generate(self, rng: Streams) -> Draws:
        """Draw the network."""
        return draw_network(self.width, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per first layer and rank."""
        d, width, n = self.d, self.width, self.horizon * self.d
        start, target = network(draws, width, d), (link_of(self.target, d),)
        inputs = rng("train").standard_normal((n, d))
        labels = summed(target, inputs) + self.noise * rng("noise").standard_normal(n)
        samples = fresh_samples(target, self.test_size, d, rng)
        bias, power = redrawn_bias(width, rng), float(np.mean(samples[1] ** 2))
        for layer in self.layer:
            weights = rescaled(self.first_layer(layer, start, (inputs, labels)))
            readout = ridge(hidden(inputs, weights, bias), labels, self.ridge * n * width)
            values = np.linalg.svd(weights, compute_uv=False)
            full = squared_error(samples, weights, bias, readout)
            for rank in self.rank:
                error = squared_error(samples, truncated(weights, rank), bias, readout)
                bound = error_bound(readout, weights, rank)
                below = rank < min(width, d)  # at or above this rank both sides are zero
                yield {
                    "layer": layer,
                    "rank": rank,
                    "error": error / power,
                    "full": full / power,
                    "energy": float(values[0] ** 2 / (values @ values)),
                    "spectrum": values / np.linalg.norm(values),
                    "lost_ratio": truncation_ratio(weights, rank, len(target))
                    if below and rank >= len(target)
                    else 0.0,
                    "floor": rank_floor(target[0], weights, rank),
                    "error_ratio": abs(error**0.5 - full**0.5) / bound if below else 0.0,
                }

    def first_layer(self, name: str, start: Network, samples: Samples) -> np.ndarray:
        """Return a first layer by name."""
        decay = lookup(DECAYS, name, "first layer")
        if decay is None:
            return start.first_layer
        schedule = self.schedule(self.d, decay, [self.horizon], self.horizon)
        (weights,) = trained(start, replayed(*samples), schedule)
        return weights


class Layer(TypedDict):
    """A weight decay, and biases during the training."""

    decay: NotNegative
    bias: Literal["apart", "none", "uniform"]


class CompressTime(_Truncation):
    """What truncation to the target's rank loses and costs, against the number of samples.

    ``lost`` is ``|W - W_k|_F/|W|_F``, ``cost`` the change of the root of the relative error. The
    refit has new biases. Targets and first layers share inputs, noise and network.
    """

    d: Grid[Count]
    target: Grid[TargetName]
    layers: Grid[Layer]
    t_over_d: Grid[NotNegative]
    most: Count  # samples

    def generate(self, rng: Streams) -> Draws:
        """Draw the network in most dimensions."""
        return draw_network(self.width, max(self.d), rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, first layer, dimension and number of samples."""
        width, bias = self.width, redrawn_bias(self.width, rng)
        for d in self.d:
            times = [time for time in self.t_over_d if time * d <= self.most]
            count = round(max(times) * d)
            inputs = rng("train", d).standard_normal((count, d))
            noise = self.noise * rng("noise", d).standard_normal(count)
            for name in self.target:
                target = target_of(name, d)
                labels = summed(target, inputs) + noise
                samples = fresh_samples(target, self.test_size, d, rng)
                power = float(np.mean(samples[1] ** 2))
                for layer in self.layers:
                    start = _with_biases(network(draws, width, d), layer["bias"])
                    slow = self.slow(start, layer["decay"], name)
                    schedule = self.schedule(d, layer["decay"], times, max(times))
                    run = trained(start, replayed(inputs, labels), schedule)
                    for time, n, first in zip(times, schedule.snapshots, run, strict=True):
                        weights = rescaled(first)
                        features = hidden(inputs[:n], weights, bias)
                        readout = ridge(features, labels[:n], self.ridge * n * width)
                        cut = truncated(weights, len(target))
                        full, kept = (
                            (squared_error(samples, each, bias, readout) / power) ** 0.5
                            for each in (weights, cut)
                        )
                        yield {
                            "target": name,
                            **layer,
                            "d": d,
                            "t_over_d": time,
                            "lost": float(np.linalg.norm(weights - cut) / np.linalg.norm(weights)),
                            "cost": abs(kept - full),
                            "error": full**2,
                            "slow": slow,
                        }

    def slow(self, start: Network, decay: float, name: str) -> float:
        """Return the fraction of neurons with an orthogonal part that falls more slowly than
        ``T^(-1/2)``.

        References
        ----------
        Derived here: with step sizes ``lead/(t + t0)`` a mode of `OrthogonalPart` falls as
        ``t^(-lead (lambda + rate))``, and the noise of single samples keeps it at ``t^(-1/2)``.
        """
        link = link_of(name, start.first_layer.shape[1])
        along = end_positions(start.readout, start.bias, start.first_layer[:, 0], link, decay)
        near = OrthogonalPart.about(along, start.readout, start.bias, link, self.noise)
        return float(np.mean(self.step_lead * (decay + near.rates) < 0.5))


def _with_biases(start: Network, name: str) -> Network:
    """Return the network with its own biases, uniform on [-1, 1], with none, or with those that are
    moved away from zero, to sizes from `_LEAST_BIAS` to 1.
    """
    size = np.abs(start.bias)
    biases = {
        "uniform": start.bias,
        "none": np.zeros_like(size),
        "apart": np.sign(start.bias) * (_LEAST_BIAS + (1 - _LEAST_BIAS) * size),
    }
    return replace(start, bias=lookup(biases, name, "biases"))
