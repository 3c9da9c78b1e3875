"""The sample size at which a kernel has learned half of the target, spike along it, against d (fig-risk)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2023.kernel_fit import kernel_risks
from feature_learning.papers.mousavi2023.model import checked
from feature_learning.statistics.exponents import crossing

HALF = 0.5


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: data come from their streams, d by d."""
    checked(setting, int(setting["k"]), 0.0)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per d, structure and sample size: risk and ridge."""
    for d in map(int, setting.grid["d"]):
        for structure, n, risk, ridge in kernel_risks(setting, d, sorted(map(int, setting.grid["n"])), rng):
            yield {"d": d, "structure": structure, "n": n, "risk": risk, "ridge": ridge}


def half_learned(sizes: np.ndarray, risks: np.ndarray) -> float:
    """Return the sample size at which the risk is 1/2, linear in ln n; NaN where it is not reached.

    Parameters
    ----------
    sizes, risks : (points,)
        Growing sample sizes.
    """
    return crossing(np.asarray(sizes, dtype=float), -np.minimum.accumulate(risks), -HALF)
