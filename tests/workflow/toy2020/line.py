"""A noisy line: the throw-away paper's simulation with a sweep, a grid and stored data."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the offset."""
    return {"offset": 0.01 * rng("teacher").standard_normal(1)}


def data(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams) -> dict[str, np.ndarray]:
    """Draw the noise."""
    return {"noise": setting["noise"] * rng("noise").standard_normal(setting["size"])}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per point of the line; files `hold`, `kill`, `eat` and `fail` in the working folder disturb one run."""
    disturbed = setting["slope"] == 2.0 and rng.seed == 1
    if disturbed and Path("kill").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    if disturbed and Path("fail").exists():
        raise ValueError("as asked")
    if disturbed and Path("eat").exists():
        eaten = np.ones(2**27)  # a gigabyte
        time.sleep(10)
        raise ValueError(f"nobody minded {eaten.nbytes} bytes")
    while disturbed and Path("hold").exists():
        time.sleep(0.01)
    for point in setting.points():
        yield {**point, "y": float(setting["start_at"] + setting["slope"] * point["x"] + instance["offset"][0] + instance["noise"].mean())}
