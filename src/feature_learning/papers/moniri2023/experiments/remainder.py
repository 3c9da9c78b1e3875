"""Remainder of the feature matrix without the theorem's spikes (fig11)."""

import math

from feature_learning.core.eigen import largest_singular_value
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.model import at_sizes, shape, step_size
from feature_learning.papers.moniri2023.shared.model import draw_largest as draw
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, first_step

__all__ = ["draw", "remainder"]


def remainder(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n, network, alpha and degree l: the operator norm of ``F - F_l`` over
    ``sqrt n``, on fresh inputs.
    """
    for n, sized, arrays in at_sizes(setting, draws, rng):
        yield from ({"n": n, **row} for row in _norms(sized, arrays, device))


def _norms(setting: Setting, arrays: Draws, device: Device) -> Rows:
    n, xp, dtype = shape(setting).n, device.xp, setting["dtype"]
    sigma = activation(setting["activation"])
    c1 = float(sigma.hermite[1])
    beta = arrays["train_inputs"].T @ arrays["train_labels"] / n
    inputs = device.put(arrays["refit_inputs"].astype(dtype))
    for name in setting.names("network"):
        step = first_step(NETWORKS[name], arrays, sigma, device, dtype)
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        untrained = sigma(base, xp)
        u = inputs @ device.put(beta.astype(dtype))
        for alpha in setting.floats("alpha"):
            eta = step_size(n, alpha)
            rest = sigma(base + eta * slope, xp) - untrained
            for degree in range(max(setting.ints("degree")) + 1):
                if degree:
                    size = float(sigma.hermite[degree]) * (c1 * eta) ** degree
                    rest -= (size * u**degree)[:, None] * step.second**degree
                yield {
                    "network": name,
                    "alpha": alpha,
                    "degree": degree,
                    "remainder": largest_singular_value(rest, xp) / math.sqrt(n),
                }
