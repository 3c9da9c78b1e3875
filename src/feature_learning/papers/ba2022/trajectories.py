"""How far the neurons move, and where, in two parameterisations and several dimensions (fig2)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.ba2022.descent import Problem, descend
from feature_learning.papers.ba2022.model import weights


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the initial network at the largest size; smaller sizes are its corners, rescaled."""
    d = max(int(size) for size in setting.grid["d"])
    first, second = weights(d, round(setting["psi2"] * d), rng)
    return {"first_layer": first, "second_layer": second}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension and parameterisation, which share the network and the data."""
    largest = instance["first_layer"].shape[1]
    for d in map(int, setting.grid["d"]):
        width, scale = round(setting["psi2"] * d), math.sqrt(largest / d)
        first, second = instance["first_layer"][:width, :d] * scale, instance["second_layer"][:width] * scale
        problem = Problem.drawn(setting, d, rng, device)
        for name in map(str, setting.grid["parameterisation"]):
            found = descend(problem, first, second, name, setting, device)
            yield {"d": d, "parameterisation": name, **found.measures(problem, device.xp)}
