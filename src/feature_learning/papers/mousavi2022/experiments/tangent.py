"""Kernel ridge regression with the tangent kernel on the same targets (prop-d)."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.data.links import summed
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.papers.mousavi2022.experiments.samples import TARGETS
from feature_learning.papers.mousavi2022.shared.model import target_of


def tangent(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, sample size, target and kernel (with and, in the smallest dimension, without biases)."""
    dimensions, sizes = (sorted(map(int, setting.grid[name])) for name in ("d", "n"))
    for d in dimensions:
        kept = [n for n in sizes if n >= setting["least_n_over_d"] * d]
        # The second target is for the plateau alone, which is flattest in the largest dimension.
        names = TARGETS if d == dimensions[-1] else TARGETS[:1]
        yield from _fitted(setting, rng, names, d, kept, bias=True)
        if d == dimensions[0]:
            yield from _fitted(setting, rng, TARGETS[:1], d, kept, bias=False)


def _fitted(setting: Setting, rng: Streams, names: Sequence[str], d: int, sizes: Sequence[int], *, bias: bool) -> Iterator[dict[str, Any]]:
    inputs = rng("train").standard_normal((max(sizes), d))
    links = [target_of(name, d) for name in names]
    clean = np.column_stack([summed(link, inputs) for link in links])
    labels = clean + setting["noise"] * rng("noise").standard_normal(clean.shape)
    gram = relu_tangent(inputs, inputs, bias=bias)
    fresh = [stratified_gaussian(setting["test_size"], np.eye(d)[0], rng("test", part)) for part in (0, 1)]
    wanted = [np.column_stack([summed(link, x) for link in links]) for x in fresh]
    # Linear systems need double precision, predictions do not.
    across = [relu_tangent(x.astype(np.float32), inputs.astype(np.float32), bias=bias) for x in fresh]
    ridges = list(np.geomspace(setting["least_ridge"], setting["largest_ridge"], setting["ridges"]))
    for n in sizes:
        coefficients = kernel_ridge(gram[:n, :n], labels[:n], ridges).astype(np.float32)  # (n, targets, ridges)
        first, second = (
            ((np.tensordot(part[:, :n], coefficients, axes=1) - y[..., None]) ** 2).mean(axis=0) / (y**2).mean(axis=0)[:, None]
            for part, y in zip(across, wanted, strict=True)
        )
        for name, held, found in zip(names, first, second, strict=True):
            # The ridge is chosen on another sample.
            yield {"target": name, "d": d, "n": n, "bias": bias, "error": float(found[held.argmin()])}
