"""How many inits recover with signs as drawn and with forced ones, at infinite n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.bietti2022.model import draw_inits, population_overlaps, populations, starts, targets


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per choice of signs, exponent and init."""
    links, inits = targets(setting), populations(instance)
    for force in setting.grid["force_signs"]:
        found = population_overlaps(setting, inits, links, starts(instance, inits, links, bool(force)))
        for s, overlaps in zip(links, found, strict=True):
            for init, overlap in enumerate(overlaps.tolist()):
                yield {"force_signs": force, "s": s, "init": init, "overlap": overlap}
