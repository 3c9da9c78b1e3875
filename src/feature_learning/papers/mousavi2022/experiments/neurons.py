"""Neurons in the plane before and after online SGD (figure-1)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2022.shared.model import (
    Schedule,
    draw_network,
    gaussian_stream,
    network,
    parts,
    trained,
)
from feature_learning.papers.mousavi2022.shared.targets import link_of
from feature_learning.theory.principal_subspace import end_positions, end_slope


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_network(setting["width"], setting["d"], rng)


def neurons(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row without and one with biases: where the neurons start and end, and where the
    flow along u predicts it.
    """
    d, horizon = setting["d"], setting["horizon"]
    link = link_of(setting["target"], d)
    for bias in setting.names("bias"):
        start = network(draws, setting["width"], d, bias=bias == "uniform")
        decay = setting["decay"] if bias == "none" else setting["bias_decay"]
        stream = gaussian_stream((link,), setting["noise"], d, rng)
        (weights,) = trained(start, stream, Schedule.of(setting, d, decay, [horizon], horizon))
        along, readout = weights[:, 0], start.readout
        predicted = end_positions(readout, start.bias, start.first_layer[:, 0], link, decay)
        omega = end_slope(float(np.mean(np.square(readout))), link, decay)
        few = slice(0, round(setting["shown"] * start.width))
        yield {
            "bias": bias,
            "start_perp": parts(start.first_layer, 1)["perp"],
            "perp": parts(weights, 1)["perp"],
            "omega": omega,
            "slope_ratio": float(readout @ along / (readout @ readout)) / omega,
            "correlation": float(np.corrcoef(readout, along)[0, 1]),
            "flow_correlation": float(np.corrcoef(predicted, along)[0, 1]),
            "positive": float(np.mean((along > 0) & (readout > 0))),
            "negative": float(np.mean((along < 0) & (readout < 0))),
            "start_along": start.first_layer[few, 0],
            "start_across": start.first_layer[few, 1],
            "along": along[few],
            "across": weights[few, 1],
            "readout": readout[few],
            "predicted": predicted[few],
        }
