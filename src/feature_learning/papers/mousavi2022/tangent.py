"""Kernel ridge regression with the tangent kernel on the same targets (prop-d)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.links import summed
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.papers.mousavi2022.model import stratified_inputs, target_of
from feature_learning.papers.mousavi2022.samples import TARGETS


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Store nothing: inputs are drawn in `train`."""
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension, sample size, target and kernel (with and, in the largest dimension, without biases)."""
    dimensions, sizes = (sorted(map(int, setting.grid[name])) for name in ("d", "n"))
    for d in dimensions:
        # The samples that the kernel needs grow at least as d^2, so small dimensions do not need large samples.
        kept = [n for n in sizes if n <= setting["reach"] * d * d]
        yield from _fitted(setting, rng, d, kept, bias=True)
        if d == dimensions[-1]:
            yield from _fitted(setting, rng, d, [n for n in kept if n <= setting["no_bias_n"]], bias=False)
    yield from _fitted(setting, rng, setting["plateau_d"], [setting["plateau_n"]], bias=True)


def _fitted(setting: Setting, rng: Streams, d: int, sizes: Sequence[int], *, bias: bool) -> Iterator[dict[str, Any]]:
    inputs = rng("train").standard_normal((max(sizes), d))
    fresh = stratified_inputs(setting["test_size"], d, rng("test"))
    clean, wanted = (np.column_stack([summed(target_of(name, d), x) for name in TARGETS]) for x in (inputs, fresh))
    labels = clean + setting["noise"] * rng("noise").standard_normal(clean.shape)
    gram = relu_tangent(inputs, inputs, bias=bias)
    # Linear systems need double precision, predictions do not.
    across = relu_tangent(fresh.astype(np.float32), inputs.astype(np.float32), bias=bias)
    ridges = list(np.geomspace(setting["least_ridge"], setting["largest_ridge"], setting["ridges"]))
    for n in sizes:
        coefficients = kernel_ridge(gram[:n, :n], labels[:n], ridges)  # (n, targets, ridges)
        outputs = np.tensordot(across[:, :n], coefficients.astype(np.float32), axes=1)
        errors = ((outputs - wanted[..., None]) ** 2).mean(axis=0) / (wanted**2).mean(axis=0)[:, None]
        for name, found in zip(TARGETS, errors, strict=True):
            yield {"target": name, "d": d, "n": n, "bias": bias, "error": float(found.min())}
