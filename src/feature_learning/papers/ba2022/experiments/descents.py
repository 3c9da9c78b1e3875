"""Gradient descent to convergence in two parameterisations (figure-2).

Both share the network and the data.
"""

from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.ba2022.shared.descent import PLANE, Problem, descend
from feature_learning.papers.ba2022.shared.model import corner, network


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network at the largest size; smaller sizes are its corners, rescaled."""
    return network(max(setting.ints("d")), setting["psi2"], rng)


def trajectories(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """The movement of the neurons: one row per dimension and parameterisation."""
    for d in setting.ints("d"):
        first, second = corner(draws, d, setting["psi2"])
        problem = Problem.drawn(setting, d, rng, device)
        for name in setting.names("parameterisation"):
            descent = descend(problem, first, second, name, setting, device)
            yield {"d": d, "parameterisation": name, **descent.measures(problem, device.xp)}


def paths(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """The paths of the neurons of largest ``|a|`` in the plane of the target: one row per
    parameterisation.
    """
    first, second = draws["first_layer"], draws["second_layer"]
    shown = np.argsort(-np.abs(second), kind="stable")[: setting["shown"]]
    problem = Problem.drawn(setting, setting["d"], rng, device)
    for name in setting.names("parameterisation"):
        positions: dict[int, np.ndarray] = {}

        def record(step: int, layer: Any, positions: dict[int, np.ndarray] = positions) -> None:
            if step % setting["record_every"] == 0:
                positions[step] = device.get(layer[:, :PLANE])[shown]

        descent = descend(problem, first, second, name, setting, device, record)
        positions[descent.steps] = device.get(descent.first[:, :PLANE])[shown]
        yield {
            "parameterisation": name,
            **descent.measures(problem, device.xp),
            "times": [*positions],
            # Flattened from (time, neuron, coordinate).
            "path": np.concatenate([place.ravel() for place in positions.values()]).tolist(),
            "second_layer": second[shown].tolist(),
        }
