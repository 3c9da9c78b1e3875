"""Distance of networks of finite width from the infinite network, on the population flow."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.theory.mean_field import population_flow, square_limit, square_risk


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the second moments of standard normal weights; narrower networks are the first neurons
    of the widest.
    """
    d, widths = setting["d"], setting.ints("width")
    moments = []
    for replica in range(setting["replicas"]):
        weights = rng("init", replica).standard_normal((max(widths), d))
        moments.append([weights[:p].T @ weights[:p] / (p * d) for p in widths])
    return {"moments": np.array(moments)}


def width_fluctuations(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per run and width: ``E_x (f_p - f_inf)^2``."""
    d, time = setting["d"], setting["t"]
    direction = np.eye(d)[0]
    (along,), (across,) = square_limit(d, [time])
    limit = np.diag(np.where(direction == 1, along, across))
    ends = population_flow(draws["moments"], direction, [time])[-1]
    squares = 2 * square_risk(ends, limit)
    for width, of_width in zip(setting.ints("width"), squares.T, strict=True):
        for replica, square in enumerate(of_width):
            yield {"width": width, "replica": replica, "fluctuation": float(square)}
