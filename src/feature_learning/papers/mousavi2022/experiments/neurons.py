"""Neurons in the plane before and after online SGD (figure-1)."""

from typing import Annotated, Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive, whole
from feature_learning.papers.mousavi2022.model import (
    OnlineSGD,
    draw_network,
    gaussian_stream,
    network,
    parts,
    trained,
)
from feature_learning.papers.mousavi2022.targets import TargetName, link_of
from feature_learning.theory.principal_subspace import end_positions, end_slope


class Neurons(OnlineSGD):
    """Where the neurons start and end, and where the flow along u predicts it."""

    target: TargetName
    width: Count
    d: Annotated[int, whole(least=2, most=2)]  # the neurons are drawn in the plane
    bias: Grid[Literal["none", "uniform"]]
    decay: NotNegative  # without biases
    bias_decay: NotNegative  # with biases
    horizon: Count  # steps/d
    shown: Positive  # fraction of the neurons

    def generate(self, rng: Streams) -> Draws:
        """Draw the network."""
        return draw_network(self.width, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row without and one with biases."""
        d, horizon, link = self.d, self.horizon, link_of(self.target, self.d)
        for bias in self.bias:
            start = network(draws, self.width, d, bias=bias == "uniform")
            decay = self.decay if bias == "none" else self.bias_decay
            stream = gaussian_stream((link,), self.noise, d, rng)
            (weights,) = trained(start, stream, self.schedule(d, decay, [horizon], horizon))
            along, readout = weights[:, 0], start.readout
            predicted = end_positions(readout, start.bias, start.first_layer[:, 0], link, decay)
            omega = end_slope(float(np.mean(np.square(readout))), link, decay)
            few = slice(0, round(self.shown * start.width))
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
