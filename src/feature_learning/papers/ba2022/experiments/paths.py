"""The paths of single neurons in the plane of the target, for the picture of fig2."""

from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.ba2022.shared.descent import PLANE, Problem, descend
from feature_learning.papers.ba2022.shared.model import weights


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network, the same for both parameterisations."""
    first, second = weights(setting["d"], round(setting["psi2"] * setting["d"]), rng)
    return {"first_layer": first, "second_layer": second}


def paths(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per parameterisation, with the paths of the neurons of largest ``|a|``."""
    first, second = draws["first_layer"], draws["second_layer"]
    shown = np.argsort(-np.abs(second), kind="stable")[: setting["shown"]]
    problem = Problem.drawn(setting, setting["d"], rng, device)
    for name in map(str, setting.grid["parameterisation"]):
        seen: dict[int, np.ndarray] = {}

        def record(step: int, layer: Any, seen: dict[int, np.ndarray] = seen) -> None:
            if step % setting["record_every"] == 0:
                seen[step] = device.get(layer[:, :PLANE])[shown]

        found = descend(problem, first, second, name, setting, device, record)
        seen[found.steps] = device.get(found.first[:, :PLANE])[shown]
        yield {
            "parameterisation": name,
            **found.measures(problem, device.xp),
            "times": [*seen],
            # Flattened from (time, neuron, coordinate).
            "path": np.concatenate([position.ravel() for position in seen.values()]).tolist(),
            "second_layer": second[shown].tolist(),
        }
