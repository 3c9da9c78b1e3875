"""How many inits recover with the public code's link and with ours, at infinite n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.relu_links import link
from feature_learning.papers.bietti2022.model import draw_inits, population_overlaps, populations, starts


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per link, exponent and init; both links start from the same inits, with forced signs."""
    inits = populations(instance)
    for name in map(str, setting.grid["link"]):
        own = {s: link(name, s) for s in map(int, setting.grid["s"])}
        found = population_overlaps(setting, inits, own, starts(instance, inits, own, force=True))
        for s, overlaps in zip(own, found, strict=True):
            for init, overlap in enumerate(overlaps.tolist()):
                yield {"link": name, "s": s, "init": init, "overlap": overlap}
