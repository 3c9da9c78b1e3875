"""One giant step at n = alpha d, from a hundred dimensions to a million."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.activations import RELU
from feature_learning.papers.reduction.shared.model import LINE, cosines, gradients, network


def one_step(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension: mean cosine along the target's linear part, root mean square across it."""
    across = np.array([-LINE[1], LINE[0]])
    for d in map(int, setting.grid["d"]):
        state = network(setting["width"], d, STAIRCASE, RELU, rng, d)
        push = np.full(setting["width"], float(setting["step"]))
        ((_, gradient),) = gradients(state, [round(setting["alpha"] * d)], rng, device, d)
        moved = state.moved(gradient, push)
        found = cosines(moved.first_layer, moved.teacher)
        yield {"d": d, "along": float((found @ LINE).mean()), "across": float(np.sqrt(((found @ across) ** 2).mean()))}
