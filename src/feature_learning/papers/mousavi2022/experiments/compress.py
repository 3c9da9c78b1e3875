"""Low-rank truncations of the first layer, trained with and without weight decay and untrained
(prop-e).
"""

from dataclasses import replace

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.shared.model import (
    Network,
    Samples,
    Schedule,
    draw_network,
    fresh_samples,
    hidden,
    network,
    replayed,
    squared_error,
    trained,
)
from feature_learning.papers.mousavi2022.shared.refit import redrawn_bias, rescaled
from feature_learning.papers.mousavi2022.shared.targets import link_of, target_of
from feature_learning.theory.low_rank import error_bound, rank_floor, truncated, truncation_ratio
from feature_learning.theory.orthogonal_part import OrthogonalPart
from feature_learning.theory.principal_subspace import end_positions
from feature_learning.training.second_layer import ridge

DECAYS = {"decay": 1.0, "no-decay": 0.0, "untrained": None}
_LEAST_BIAS = 0.25


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def compress(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per first layer and rank: the relative test error, and both sides of the
    bounds.
    """
    d, width, n = setting["d"], setting["width"], setting["horizon"] * setting["d"]
    start, target = network(draws, width, d), (link_of(setting["target"], d),)
    inputs = rng("train").standard_normal((n, d))
    labels = summed(target, inputs) + setting["noise"] * rng("noise").standard_normal(n)
    samples = fresh_samples(target, setting["test_size"], d, rng)
    bias, power = redrawn_bias(width, rng), float(np.mean(samples[1] ** 2))
    for layer in setting.names("layer"):
        weights = rescaled(_layer(setting, layer, start, (inputs, labels)))
        readout = ridge(hidden(inputs, weights, bias), labels, setting["ridge"] * n * width)
        values = np.linalg.svd(weights, compute_uv=False)
        full = squared_error(samples, weights, bias, readout)
        for rank in setting.ints("rank"):
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


def _layer(setting: Setting, name: str, start: Network, samples: Samples) -> np.ndarray:
    decay = lookup(DECAYS, name, "first layer")
    if decay is None:
        return start.first_layer
    horizon = setting["horizon"]
    schedule = Schedule.of(setting, setting["d"], decay, [horizon], horizon)
    (weights,) = trained(start, replayed(*samples), schedule)
    return weights


def draw_compress_time(setting: Setting, rng: Streams) -> Draws:
    """Draw the network in most dimensions."""
    return draw_network(setting["width"], max(setting.ints("d")), rng)


def compress_time(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, first layer, dimension and number of samples, up to the most of
    them.

    ``lost`` is ``|W - W_k|_F/|W|_F``, ``cost`` the change of the root of the relative error. A
    first layer has a weight decay and biases during its training; the refit has new ones. Targets
    and first layers share inputs, noise and network.
    """
    width, bias = setting["width"], redrawn_bias(setting["width"], rng)
    for d in setting.ints("d"):
        times = [time for time in setting.floats("t_over_d") if time * d <= setting["most"]]
        count = round(max(times) * d)
        inputs = rng("train", d).standard_normal((count, d))
        noise = setting["noise"] * rng("noise", d).standard_normal(count)
        for name in setting.names("target"):
            target = target_of(name, d)
            labels = summed(target, inputs) + noise
            samples = fresh_samples(target, setting["test_size"], d, rng)
            power = float(np.mean(samples[1] ** 2))
            for layer in setting.mappings("layers"):
                start = _with_biases(network(draws, width, d), layer["bias"])
                slow = _slow(setting, start, layer["decay"], name)
                schedule = Schedule.of(setting, d, layer["decay"], times, max(times))
                run = trained(start, replayed(inputs, labels), schedule)
                for time, n, first in zip(times, schedule.snapshots, run, strict=True):
                    weights = rescaled(first)
                    features = hidden(inputs[:n], weights, bias)
                    readout = ridge(features, labels[:n], setting["ridge"] * n * width)
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


def _slow(setting: Setting, start: Network, decay: float, name: str) -> float:
    """Return the fraction of neurons with an orthogonal part that falls more slowly than
    ``T^(-1/2)``.

    References
    ----------
    Derived here: with step sizes ``lead/(t + t0)`` a mode of `OrthogonalPart` falls as
    ``t^(-lead (lambda + rate))``, and the noise of single samples keeps it at ``t^(-1/2)``.
    """
    link = link_of(name, start.first_layer.shape[1])
    along = end_positions(start.readout, start.bias, start.first_layer[:, 0], link, decay)
    near = OrthogonalPart.about(along, start.readout, start.bias, link, setting["noise"])
    return float(np.mean(setting["step_lead"] * (decay + near.rates) < 0.5))


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
