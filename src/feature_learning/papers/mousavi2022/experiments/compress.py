"""Low-rank truncations of the first layer, trained with and without weight decay and untrained (prop-e)."""

import numpy as np

from feature_learning.core.errors import chosen
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.shared.model import (
    Network,
    draw_network,
    hidden,
    network,
    replayed,
    snapshots,
    steps_of,
    target_of,
    trained,
)
from feature_learning.papers.mousavi2022.shared.refit import redrawn_bias, rescaled
from feature_learning.theory.low_rank import error_bound, rank_floor, truncated, truncation_ratio
from feature_learning.training.second_layer import ridge

DECAYS = {"decay": 1.0, "no-decay": 0.0, "untrained": None}


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def compress(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per first layer and rank: the relative test error, and both sides of the bounds."""
    d, width, own = setting["d"], setting["width"], network(draws, setting["width"], setting["d"])
    target = target_of(setting["target"], d)
    (n,), horizon = snapshots([setting["horizon"]], setting["horizon"], d)
    inputs = rng("train").standard_normal((horizon, d))
    labels = summed(target, inputs) + setting["noise"] * rng("noise").standard_normal(horizon)
    fresh = rng("test").standard_normal((setting["test_size"], d))
    wanted, bias, fresh = summed(target, fresh), redrawn_bias(width, rng), fresh.astype(np.float32)
    power = float(np.mean(wanted**2))
    for kind in map(str, setting.grid["layer"]):
        weights = rescaled(_layer(setting, kind, own, inputs, labels, n))
        readout = ridge(hidden(inputs, weights, bias), labels, setting["ridge"] * n * width)

        def error(layer: np.ndarray, readout: np.ndarray = readout) -> float:
            return float(np.mean((hidden(fresh, layer, bias) @ readout.astype(np.float32) - wanted) ** 2))

        values, full = np.linalg.svd(weights, compute_uv=False), error(weights)
        for rank in map(int, setting.grid["rank"]):
            found, bound = error(truncated(weights, rank)), error_bound(readout, weights, rank)
            below = rank < min(width, d)  # at or above this rank both sides are zero
            yield {
                "layer": kind,
                "rank": rank,
                "error": found / power,
                "full": full / power,
                "energy": float(values[0] ** 2 / (values @ values)),
                "spectrum": values / np.linalg.norm(values),
                "lost_ratio": truncation_ratio(weights, rank, len(target)) if below and rank >= len(target) else 0.0,
                "floor": rank_floor(target[0], weights, rank),
                "error_ratio": abs(found**0.5 - full**0.5) / bound if below else 0.0,
            }


def _layer(setting: Setting, kind: str, own: Network, inputs: np.ndarray, labels: np.ndarray, n: int) -> np.ndarray:
    decay = chosen(DECAYS, kind, "first layer")
    if decay is None:
        return own.first_layer
    ((_, weights),) = trained(own, replayed(inputs, labels), steps_of(setting, setting["d"], decay), decay, [n], n)
    return weights
