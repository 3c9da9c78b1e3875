"""How far the neurons move, and where, in two parameterisations and several dimensions (fig2)."""

import math

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.ba2022.shared.descent import Problem, descend
from feature_learning.papers.ba2022.shared.model import weights


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network at the largest size; smaller sizes are its corners, rescaled."""
    d = max(int(size) for size in setting.grid["d"])
    first, second = weights(d, round(setting["psi2"] * d), rng)
    return {"first_layer": first, "second_layer": second}


def trajectories(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and parameterisation, which share the network and the data."""
    largest = draws["first_layer"].shape[1]
    for d in map(int, setting.grid["d"]):
        width, scale = round(setting["psi2"] * d), math.sqrt(largest / d)
        first, second = draws["first_layer"][:width, :d] * scale, draws["second_layer"][:width] * scale
        problem = Problem.drawn(setting, d, rng, device)
        for name in map(str, setting.grid["parameterisation"]):
            found = descend(problem, first, second, name, setting, device)
            yield {"d": d, "parameterisation": name, **found.measures(problem, device.xp)}
