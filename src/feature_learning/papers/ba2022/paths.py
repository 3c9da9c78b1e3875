"""The paths of single neurons in the plane of the target, for the picture of fig2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.ba2022.descent import PLANE, Problem, descend
from feature_learning.papers.ba2022.model import weights


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the initial network, the same for both parameterisations."""
    first, second = weights(setting["d"], round(setting["psi2"] * setting["d"]), rng)
    return {"first_layer": first, "second_layer": second}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per parameterisation, with the paths of the neurons of largest ``|a|``."""
    first, second = instance["first_layer"], instance["second_layer"]
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
