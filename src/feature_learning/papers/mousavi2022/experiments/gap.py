"""The generalisation gap after both phases against the number of samples, by dimension and width,
and by the number of the target's directions (prop-c).
"""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.shared.model import (
    Network,
    Schedule,
    draw_network,
    fresh_samples,
    hidden,
    network,
    replayed,
    squared_error,
    trained,
)
from feature_learning.papers.mousavi2022.shared.targets import Target, shared, target_of
from feature_learning.training.second_layer import ridge


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest network in most dimensions."""
    return draw_network(max(setting.ints("width")), max(setting.ints("d")), rng)


def gap(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, width and number of samples."""
    most = setting["wide_samples"]
    for d in setting.ints("d"):
        target, times = target_of(setting["target"], d), setting.floats("t_over_d")
        affordable = [time for time in times if round(time * d) <= most]
        for width in setting.ints("width"):
            # The widest networks get fewer samples, to limit the cost.
            shown = times if width < setting["wide"] else affordable
            for row in _gaps(setting, network(draws, width, d), target, d, shown, rng):
                yield {"d": d, "width": width, **row}


def gap_k(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per link, number of directions and number of samples; all share network, inputs
    and noise.
    """
    d, start = setting["d"], network(draws, setting["width"], setting["d"])
    times = setting.floats("t_over_d")
    for name in setting.names("link"):
        for k in setting.ints("k"):
            for row in _gaps(setting, start, shared(name, k), d, times, rng):
                yield {"link": name, "k": k, **row}


def _gaps(
    setting: Setting, start: Network, target: Target, d: int, times: Sequence[float], rng: Streams
) -> Rows:
    """Yield one row per number of samples of one network, on inputs and noise that are the same at
    each call.

    The gap is half the squared error on fresh samples minus that on the T samples that both phases
    used. Neither contains the label noise: its mean square is subtracted from the training error,
    because its fluctuation of order ``1/sqrt T`` would hide the gap. The readout minimises ``mean
    (yhat - y)^2/2 + (mu/2) ||abar||^2/m``.
    """
    schedule = Schedule.of(setting, d, setting["decay"], times, max(times))
    inputs = rng("train").standard_normal((schedule.last, d))
    noise = setting["noise"] * rng("noise").standard_normal(schedule.last)
    labels = summed(target, inputs) + noise
    samples = fresh_samples(target, setting["test_size"], d, rng)
    run = trained(start, replayed(inputs, labels), schedule)
    for time, n, weights in zip(times, schedule.snapshots, run, strict=True):
        features = hidden(inputs[:n], weights, start.bias)
        readout = ridge(features, labels[:n], setting["ridge"] * n * start.width)
        test = squared_error(samples, weights, start.bias, readout) / 2
        training = np.mean((features @ readout - labels[:n]) ** 2 - noise[:n] ** 2) / 2
        yield {"t_over_d": time, "gap": float(test - training), "risk": test}
