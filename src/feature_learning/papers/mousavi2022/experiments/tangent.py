"""Kernel ridge regression with the tangent kernel and others on the same targets (prop-d)."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.links import summed
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.papers.mousavi2022.experiments.samples import TARGETS
from feature_learning.papers.mousavi2022.shared.refit import held_out_inputs, ridges
from feature_learning.papers.mousavi2022.shared.targets import target_of

Kernel = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Takes samples (n, d) and (m, d) and returns a matrix (n, m)."""


def tangent(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, sample size, target and kernel (with and, in the smallest
    dimension, without biases).
    """
    dimensions, sizes = sorted(setting.ints("d")), sorted(setting.ints("n"))
    for d in dimensions:
        enough = [n for n in sizes if n >= setting["least_n_over_d"] * d]
        # The second target is for the plateau alone, which is flattest in the largest dimension.
        names = TARGETS if d == dimensions[-1] else TARGETS[:1]
        yield from _fitted(setting, rng, names, d, enough, bias=True)
        if d == dimensions[0]:
            yield from _fitted(setting, rng, TARGETS[:1], d, enough, bias=False)


def _fitted(
    setting: Setting,
    rng: Streams,
    names: Sequence[str],
    d: int,
    sizes: Sequence[int],
    *,
    bias: bool,
) -> Rows:
    def kernel(x: np.ndarray, z: np.ndarray) -> np.ndarray:
        return relu_tangent(x, z, bias=bias)

    for row in _with_kernel(setting, rng, names, d, sizes, kernel):
        yield {**row, "bias": bias}


def other_kernels(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per kernel, dimension and sample size, on the cube."""
    for name in setting.names("kernel"):
        for d in setting.ints("d"):
            fitted = _with_kernel(
                setting, rng, TARGETS[:1], d, setting.ints("n"), lookup(_OTHERS, name, "kernel")
            )
            for row in fitted:
                yield {**row, "kernel": name}


def _gaussian(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return ``exp(-|x - z|^2/(2 d))``, shape (n, m)."""
    squares = (x * x).sum(axis=1)[:, None] + (z * z).sum(axis=1) - 2 * x @ z.T
    return np.asarray(np.exp(squares / (-2 * x.shape[1])))


_OTHERS: Mapping[str, Kernel] = {"arc-cosine": arc_cosine, "gaussian": _gaussian}


def _with_kernel(
    setting: Setting,
    rng: Streams,
    names: Sequence[str],
    d: int,
    sizes: Sequence[int],
    kernel: Kernel,
) -> Rows:
    """Yield one row per sample size and target: the error at the ridge that is best on another
    sample.
    """
    links = [target_of(name, d) for name in names]

    def values(x: np.ndarray) -> np.ndarray:
        return np.column_stack([summed(link, x) for link in links])

    inputs = rng("train").standard_normal((max(sizes), d))
    clean = values(inputs)
    labels = clean + setting["noise"] * rng("noise").standard_normal(clean.shape)
    gram, held_out = kernel(inputs, inputs), held_out_inputs(setting, d, rng)
    # Linear systems need double precision, predictions do not.
    single = inputs.astype(np.float32)
    across = [kernel(x.astype(np.float32), single) for x in held_out]
    for n in sizes:
        solutions = kernel_ridge(gram[:n, :n], labels[:n], ridges(setting)).astype(np.float32)
        choice, test = (
            _errors(np.tensordot(between[:, :n], solutions, axes=1), values(x))
            for between, x in zip(across, held_out, strict=True)
        )
        for name, by_ridge, errors in zip(names, choice, test, strict=True):
            error = float(errors[by_ridge.argmin()])  # the ridge is chosen on another sample
            yield {"target": name, "d": d, "n": n, "error": error}


def _errors(outputs: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return relative errors (targets, ridges) of outputs (inputs, targets, ridges)."""
    squares = ((outputs - values[..., None]) ** 2).mean(axis=0)
    return np.asarray(squares / (values**2).mean(axis=0)[:, None])
