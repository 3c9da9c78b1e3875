"""How many inits recover with signs as drawn, from a sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.bietti2022.model import draw_inits, populations, samples, targets, trained


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per exponent and init."""
    links, inits = targets(setting), populations(instance)
    n = int(setting["n"])
    theta, _ = trained(setting, instance, inits, links, samples(setting, n, rng), n)
    for s, row in zip(links, np.abs(theta[..., 0]), strict=True):
        for init, overlap in enumerate(row.tolist()):
            yield {"s": s, "init": init, "overlap": overlap, "diverged": not np.isfinite(overlap)}
