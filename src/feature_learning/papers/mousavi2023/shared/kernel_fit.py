"""Kernel ridge regression on the structured inputs, shared by ``kernel_risk`` and ``kernel_threshold``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.data.relu_links import pure_hermite
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.mousavi2023.shared.model import Covariance, labelled, plane
from feature_learning.theory.exponential_kernel import ExponentialKernel, exponential_kernel


def predicted_kernel(structure: str, d: float, k: int) -> ExponentialKernel:
    """Return the kernel's theory for a structure; raises as `exponential_kernel` does."""
    seen = plane(structure, d)
    return exponential_kernel(d, seen.theta, seen.seen_cosine, k)


def kernel_risks(setting: Setting, d: int, sizes: Sequence[int], rng: Streams) -> Iterator[tuple[str, int, float, float]]:
    """Yield structure, n, risk and ridge of the kernel ``exp(<x, x'>/d)`` for each structure and sample size.

    Smaller samples are the first rows of the largest. The ridge is the best one on a fresh sample; the risk is measured on
    another one, whose projections on the target are stratified.
    """
    k, largest, tests = int(setting["k"]), max(sizes), int(setting["test_size"])
    ridges = [10.0**power for power in range(setting["least_power"], setting["most_power"] + 1)]
    inputs, labels = labelled(largest, d, k, setting["noise"], rng, "train")
    axis = np.eye(d)[0]
    other = np.vstack([stratified_gaussian(tests, axis, rng("test", d, number)) for number in range(2)])
    truth = pure_hermite(k)(other[:, 0])
    for structure in map(str, setting.grid["structure"]):
        covariance = Covariance.of(structure, d)
        x, new = covariance.root(inputs), covariance.root(other)
        gram = x @ x.T
        gram /= d
        np.exp(gram, out=gram)
        # Linear systems need double precision, predictions do not.
        at = np.exp(new.astype(np.float32) @ (x / d).T.astype(np.float32))
        for n in sizes:
            fits = at[:, :n] @ kernel_ridge(gram[:n, :n], labels[:n], ridges).astype(np.float32)
            errors = (fits - truth[:, None]) ** 2
            best = int(errors[:tests].mean(axis=0).argmin())
            yield structure, n, float(errors[tests:, best].mean()), ridges[best]
