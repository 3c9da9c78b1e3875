"""The generalisation gap after both phases against the number of samples (prop-c)."""

from collections.abc import Iterator, Sequence

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.shared.model import (
    Network,
    Target,
    draw_network,
    hidden,
    network,
    replayed,
    snapshots,
    steps_of,
    target_of,
    trained,
)
from feature_learning.training.second_layer import ridge


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest network in most dimensions."""
    return draw_network(max(map(int, setting.grid["width"])), max(map(int, setting.grid["d"])), rng)


def gap(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, width and number of samples."""
    target, times = setting["target"], list(map(float, setting.grid["t_over_d"]))
    for d in map(int, setting.grid["d"]):
        for width in map(int, setting.grid["width"]):
            # The widest networks get fewer samples, to limit the cost.
            kept = [time for time in times if width < setting["wide"] or round(time * d) <= setting["wide_samples"]]
            for row in gaps(setting, network(draws, width, d), target_of(target, d), d, kept, rng):
                yield {"d": d, "width": width, **row}


def gaps(setting: Setting, own: Network, target: Target, d: int, times: Sequence[float], rng: Streams) -> Iterator[dict[str, float]]:
    """Yield one row per number of samples of one network, on inputs and noise that are the same at each call.

    The gap is half the squared error on fresh samples minus that on the T samples that both phases used. Neither contains the
    label noise: its mean square is subtracted from the training error, because its fluctuation of order ``1/sqrt T`` would
    hide the gap. The readout minimises ``mean (yhat - y)^2/2 + (mu/2) ||abar||^2/m``.
    """
    at, horizon = snapshots(times, max(times), d)
    inputs, errors = rng("train").standard_normal((horizon, d)), setting["noise"] * rng("noise").standard_normal(horizon)
    labels = summed(target, inputs) + errors
    fresh = rng("test").standard_normal((setting["test_size"], d))
    wanted, fresh = summed(target, fresh), fresh.astype(np.float32)
    runs = trained(own, replayed(inputs, labels), steps_of(setting, d, setting["decay"]), setting["decay"], at, horizon)
    for time, (n, weights) in zip(times, runs, strict=True):
        features = hidden(inputs[:n], weights, own.bias)
        readout = ridge(features, labels[:n], setting["ridge"] * n * own.width)
        test = np.mean((hidden(fresh, weights, own.bias) @ readout.astype(np.float32) - wanted) ** 2) / 2
        training = np.mean((features @ readout - labels[:n]) ** 2 - errors[:n] ** 2) / 2
        yield {"t_over_d": time, "gap": float(test - training), "risk": float(test)}
