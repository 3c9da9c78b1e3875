"""The network with rank-one weights and its spikes at growing sizes (fig8)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.moniri2023.experiments.models import models
from feature_learning.papers.moniri2023.shared.model import at_size, batches, corner, largest, shape, weights


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the teacher and the initial network at the largest size."""
    return weights(largest(setting), rng)


def models_by_size(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n, model and alpha, with the columns of `models`."""
    for n in map(int, setting.grid["n"]):
        own = at_size(setting, n)
        weights_there = corner(draws, shape(own))
        arrays = {**weights_there, **batches(own, weights_there["beta_star"], rng, (n,))}
        yield from ({"n": n, **row} for row in models(own, arrays, rng, device))
