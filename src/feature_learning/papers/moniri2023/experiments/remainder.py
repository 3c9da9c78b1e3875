"""What is left of the feature matrix when the theorem's spikes are taken away (fig11)."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.eigen import largest_singular_value
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.model import at_size, batches, corner, largest, shape, step_size, weights
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, first_step


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the teacher and the initial network at the largest size."""
    return weights(largest(setting), rng)


def remainder(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n, network, direction, alpha and degree l: the operator norm of ``F - F_l`` over ``sqrt n``.

    F takes fresh inputs. The direction is ``beta = X^T y/n``; with the interaction kept also
    ``residual``, ``X^T (y - f_0)/n``.
    """
    for n in map(int, setting.grid["n"]):
        own = at_size(setting, n)
        weights_there = corner(draws, shape(own))
        arrays = {**weights_there, **batches(own, weights_there["beta_star"], rng, (n,))}
        yield from ({"n": n, **row} for row in _norms(own, arrays, device))


def _norms(setting: Setting, instance: Mapping[str, np.ndarray], device: Device) -> Iterator[dict[str, Any]]:
    n, sigma, xp, dtype = shape(setting).n, activation(setting["activation"]), device.xp, setting["dtype"]
    beta = instance["train_inputs"].T @ instance["train_labels"] / n
    inputs = device.put(instance["refit_inputs"].astype(dtype))
    for name in map(str, setting.grid["network"]):
        network = NETWORKS[name]
        step = first_step(network, instance, sigma, device, dtype)
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        untrained = sigma(base, xp)
        directions = {"beta": device.put(beta.astype(dtype))}
        if network.interaction:
            directions["residual"] = step.direction
        for alpha in map(float, setting.grid["alpha"]):
            eta = step_size(n, alpha)
            moved = sigma(base + eta * slope, xp) - untrained
            for direction, vector in directions.items():
                rest, u = 1.0 * moved, inputs @ vector
                for degree in range(max(map(int, setting.grid["degree"])) + 1):
                    if degree:
                        size = float(sigma.hermite[degree]) * (float(sigma.hermite[1]) * eta) ** degree
                        rest -= (size * u**degree)[:, None] * step.second**degree
                    norm = largest_singular_value(rest, xp) / math.sqrt(n)
                    yield {"network": name, "direction": direction, "alpha": alpha, "degree": degree, "remainder": norm}
