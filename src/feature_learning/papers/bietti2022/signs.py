"""How many inits recover with signs as drawn, and with forced ones, at infinite n."""

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
    """Yield one row per exponent and init with signs as drawn, and with forced ones for one exponent."""
    links, inits = targets(setting), populations(instance)
    forced = {s: link for s, link in links.items() if s == setting["forced"]}
    for force, chosen in ((False, links), (True, forced)):
        found = population_overlaps(setting, inits, chosen, starts(instance, inits, chosen, force))
        for s, overlaps in zip(chosen, found, strict=True):
            for init, overlap in enumerate(overlaps.tolist()):
                yield {"force_signs": force, "s": s, "init": init, "overlap": overlap}
