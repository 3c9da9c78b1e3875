"""Kernel ridge regression with the tangent kernel and others on the same targets (prop-d)."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive
from feature_learning.data.hermite import gaussian_moment
from feature_learning.data.links import Link, summed
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.papers.mousavi2022.experiments.samples import TARGETS as SAMPLED
from feature_learning.papers.mousavi2022.refit import ChosenRidge, held_out_inputs
from feature_learning.papers.mousavi2022.targets import TARGETS, target_of
from feature_learning.theory.tangent_kernel import samples_for, tangent_risk

Kernel = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Takes samples (n, d) and (m, d) and returns a matrix (n, m)."""


def _gaussian(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return ``exp(-|x - z|^2/(2 d))``, shape (n, m)."""
    squares = (x * x).sum(axis=1)[:, None] + (z * z).sum(axis=1) - 2 * x @ z.T
    return np.asarray(np.exp(squares / (-2 * x.shape[1])))


_OTHERS: Mapping[str, Kernel] = {"arc-cosine": arc_cosine, "gaussian": _gaussian}


class _KernelRegression(ChosenRidge):
    """Kernel ridge regression on targets of the networks."""

    d: Grid[Count]
    n: Grid[Count]
    noise: NotNegative  # standard deviation of the labels' noise
    test_size: Count

    def fitted(
        self, rng: Streams, names: Sequence[str], d: int, sizes: Sequence[int], kernel: Kernel
    ) -> Rows:
        """Yield one row per sample size and target: the error."""
        links = [target_of(name, d) for name in names]

        def values(x: np.ndarray) -> np.ndarray:
            return np.column_stack([summed(link, x) for link in links])

        inputs = rng("train").standard_normal((max(sizes), d))
        clean = values(inputs)
        labels = clean + self.noise * rng("noise").standard_normal(clean.shape)
        gram, held_out = kernel(inputs, inputs), held_out_inputs(self.test_size, d, rng)
        # Linear systems need double precision, predictions do not.
        single = inputs.astype(np.float32)
        across = [kernel(x.astype(np.float32), single) for x in held_out]
        for n in sizes:
            solutions = kernel_ridge(gram[:n, :n], labels[:n], self.penalties).astype(np.float32)
            choice, test = (
                _errors(np.tensordot(between[:, :n], solutions, axes=1), values(x))
                for between, x in zip(across, held_out, strict=True)
            )
            for name, by_ridge, errors in zip(names, choice, test, strict=True):
                error = float(errors[by_ridge.argmin()])  # the ridge is chosen on another sample
                yield {"target": name, "d": d, "n": n, "error": error}


class Tangent(_KernelRegression):
    """The tangent kernel, with and without biases."""

    least_n_over_d: Positive

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, sample size, target and kernel."""
        dimensions, sizes = sorted(self.d), sorted(self.n)
        for d in dimensions:
            enough = [n for n in sizes if n >= self.least_n_over_d * d]
            # The second target is for the plateau alone, which is flattest in the largest
            # dimension; the kernel without biases is for the smallest.
            names = SAMPLED if d == dimensions[-1] else SAMPLED[:1]
            for row in self.fitted(rng, names, d, enough, relu_tangent):
                yield {**row, "bias": True}
            if d == dimensions[0]:
                kernel = partial(relu_tangent, bias=False)
                for row in self.fitted(rng, SAMPLED[:1], d, enough, kernel):
                    yield {**row, "bias": False}

    def predict(self) -> Rows:
        """Yield the relative error at infinite width against n, for each dimension of the runs,
        and what no polynomial of degree 2 explains.
        """
        for name in SAMPLED:
            (link,) = TARGETS[name]
            plateau = link.beyond(2) / link.beyond(0)
            for d in self.d:
                for n in map(float, self.n):
                    if n >= self.least_n_over_d * d:
                        error = tangent_risk(link, d, n, self.penalties, self.noise)
                        point = {"target": name, "d": d, "n": n}
                        yield {**point, "error": error, "plateau": plateau}


class OtherKernels(_KernelRegression):
    """Other kernels on the cube."""

    kernel: Grid[Literal["arc-cosine", "gaussian"]]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per kernel, dimension and sample size."""
        for name in self.kernel:
            kernel = lookup(_OTHERS, name, "kernel")
            for d in self.d:
                for row in self.fitted(rng, SAMPLED[:1], d, self.n, kernel):
                    yield {**row, "kernel": name}


class TangentSamples(ChosenRidge):
    """The samples at which half of the degree-p part of ``z^p`` over its norm is learned."""

    d: Grid[Count]
    p: Grid[Count]
    noise: NotNegative  # standard deviation of the labels' noise

    def predict(self) -> Rows:
        """Yield the samples, by degree and dimension."""
        for p in self.p:
            scale = 1 / math.sqrt(gaussian_moment(2 * p))
            link = Link.of(lambda z, p=p, scale=scale: scale * z**p)  # type: ignore[misc]
            level = link.beyond(p - 1) / link.beyond(0) / 2
            for d in self.d:
                n = samples_for(link, level, d, self.penalties, self.noise)
                yield {"p": p, "d": d, "level": level, "n": n}


def _errors(outputs: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return relative errors (targets, ridges) of outputs (inputs, targets, ridges)."""
    squares = ((outputs - values[..., None]) ** 2).mean(axis=0)
    return np.asarray(squares / (values**2).mean(axis=0)[:, None])
