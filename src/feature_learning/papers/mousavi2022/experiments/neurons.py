"""Neurons in the plane before and after online SGD (fig1)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2022.shared.model import (
    draw_network,
    gaussian_stream,
    network,
    parts,
    snapshots,
    steps_of,
    target_of,
    trained,
)
from feature_learning.theory.principal_subspace import end_positions, end_slope


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def neurons(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row without and one with biases: where the neurons start and end, and where the flow along u predicts it."""
    d = setting["d"]
    target = target_of(setting["target"], d)
    (end,), horizon = snapshots([setting["horizon"]], setting["horizon"], d)
    for bias in setting.grid["bias"]:
        own = network(draws, setting["width"], d, bias=bias == "uniform")
        decay = setting["decay"] if bias == "none" else setting["bias_decay"]
        draw = gaussian_stream(target, setting["noise"], d, rng)
        ((_, weights),) = trained(own, draw, steps_of(setting, d, decay), decay, [end], horizon)
        along, readout = weights[:, 0], own.readout
        predicted = end_positions(readout, own.bias, own.first_layer[:, 0], target[0], decay)
        omega = end_slope(float(np.mean(np.square(readout))), target[0], decay)
        few = slice(0, round(setting["shown"] * own.width))
        yield {
            "bias": bias,
            "start_perp": parts(own.first_layer, 1)["perp"],
            "perp": parts(weights, 1)["perp"],
            "omega": omega,
            "slope_ratio": float(readout @ along / (readout @ readout)) / omega,
            "correlation": float(np.corrcoef(readout, along)[0, 1]),
            "flow_correlation": float(np.corrcoef(predicted, along)[0, 1]),
            "positive": float(np.mean((along > 0) & (readout > 0))),
            "negative": float(np.mean((along < 0) & (readout < 0))),
            "start_along": own.first_layer[few, 0],
            "start_across": own.first_layer[few, 1],
            "along": along[few],
            "across": weights[few, 1],
            "readout": readout[few],
            "predicted": predicted[few],
        }
