"""Time and memory of the library's kernels as their sizes grow, one size at a time, on one thread."""

from __future__ import annotations

import math
import time
import tracemalloc
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import chosen
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.performance.kernels import KERNELS, Call


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Hold nothing; refuse unknown kernels."""
    for name in setting.grid["kernel"]:
        chosen(KERNELS, str(name), "kernel")
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a kernel, size and factor: CPU seconds of the fastest call, and the most that its arrays held, in MB."""
    for name in map(str, setting.grid["kernel"]):
        kernel = KERNELS[name]
        for variable in kernel.time:
            for factor in sorted(map(int, setting.grid["factor"])):
                sizes = {**kernel.sizes, variable: kernel.sizes[variable] * factor}
                call = kernel.prepare(sizes, rng("init", factor))
                call()  # what libraries load at their first use is neither memory nor time of the kernel
                yield {
                    "kernel": name,
                    "variable": variable,
                    "size": sizes[variable],
                    "seconds": _fastest(call, int(setting["rounds"])),
                    "mb": _held(call) if variable in kernel.memory else math.nan,
                }


def _fastest(call: Call, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def _held(call: Call) -> float:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        found = call()
        held = tracemalloc.get_traced_memory()[1] - before
        del found
    finally:
        tracemalloc.stop()
    return held / 1e6
