"""Both parts of the weights, and the risk of the frozen readout, at several weight decays and the same step sizes (prop-b)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022.shared.model import (
    draw_by_method,
    hidden,
    network,
    parts,
    snapshots,
    steps_of,
    target_of,
    trained_afresh,
)
from feature_learning.theory.principal_subspace import OrthogonalPart, end_positions, frozen_risk


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network."""
    return draw_by_method(setting, setting["width"], [setting["d"]], rng)


def decay(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per decay and time; ``risk`` is half the squared error without label noise, on fresh inputs.

    Predictions are for this network: where the flow along the target ends, its risk, and the orthogonal part at each time. Small
    decays take longer than the run.
    """
    d, own = setting["d"], network(draws, setting["width"], setting["d"])
    target = target_of(setting["target"], d)
    times = list(map(float, setting.grid["t_over_d"]))
    at, horizon = snapshots(times, setting["horizon"], d)
    fresh = rng("test").standard_normal((setting["test_size"], own.first_layer.shape[1]))
    wanted, fresh = summed(target, fresh), fresh.astype(np.float32)
    for decay in map(float, setting.grid["decay"]):
        steps = steps_of(setting, d, decay)
        runs = trained_afresh(own, target, setting["noise"], d, rng, steps, decay, at, horizon)
        frozen = own.readout, own.bias
        ends = end_positions(*frozen, own.first_layer[:, 0], target[0], decay)
        along = {"predicted_par": float(np.sqrt(np.mean(ends**2))), "predicted_risk": frozen_risk(ends, *frozen, target[0])}
        flow = OrthogonalPart.about(ends, *frozen, target[0], setting["noise"])
        curve = np.sqrt(flow.curve(steps, decay, d, at))
        for time, (_, weights), across in zip(times, runs, curve, strict=True):
            output = hidden(fresh, weights, own.bias) @ (own.readout / own.width).astype(np.float32)
            found = {**parts(weights, 1), "risk": float(np.mean((output - wanted) ** 2)) / 2}
            yield {"decay": decay, "t_over_d": time, **found, **along, "predicted_perp": float(across)}
