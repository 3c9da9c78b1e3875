"""Kernel ridge regression on spiked data against the strength of the spike (krr-staircase, krr-theta-half)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.kernels.inner_product import InnerProductKernel, named_kernel
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.ba2023.model import isotropic, noisy, spike_direction, strength, target

_TEST_CHUNK = 128  # number of test points whose kernel with the sample is computed at once, so that it fits in the cache


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: the data of each dimension come from their streams. Refuse a kernel that cannot see a target."""
    for name in map(str, setting.grid["target"]):
        kernel, link = named_kernel(setting["kernel"]), target(name)
        # Of a link without a highest degree, the kernel sees the degrees that it has; the rest stays unlearned.
        kernel.require(range(len(kernel.coefficients)) if link.degree is None else link.degrees)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension, gamma and target: the risk, and the learned fraction of the target."""
    names = [str(name) for name in setting.grid["target"]]
    links = [target(name, setting["noise"]) for name in names]
    for d in map(int, setting.grid["d"]):
        inputs, noise = isotropic(round(setting["psi"] * d), d, rng, "train")
        test, weights = weighted_stratified_gaussian(setting["test_size"], spike_direction(d), rng("test", d))
        regression = SpikedRegression(named_kernel(setting["kernel"]), inputs, test)
        labels = noisy(links, inputs[:, 0], noise)
        truth = np.stack([link(test[:, 0]) for link in links], axis=1)
        for gamma in map(float, setting.grid["gamma"]):
            predicted = regression.predictions(strength(gamma, d), labels, setting["ridge"])
            risks = weights @ (predicted - truth) ** 2
            learned = weights @ (predicted * truth) / (weights @ truth**2)
            for name, risk, fraction in zip(names, risks.tolist(), learned.tolist(), strict=True):
                yield {"d": d, "gamma": gamma, "target": name, "risk": risk, "learned": fraction}


class SpikedRegression:
    """Kernel ridge regression for many strengths of the spike on the same draws: a spike adds a rank-one matrix to the inner products.

    Parameters
    ----------
    kernel
    inputs : (n, d)
        Isotropic; the spike is along the first axis.
    test : (m, d)
        Isotropic.
    """

    def __init__(self, kernel: InnerProductKernel, inputs: np.ndarray, test: np.ndarray) -> None:
        self._kernel = kernel
        self._d = inputs.shape[1]
        self._z, self._test_z = inputs[:, 0], test[:, 0]
        self._among = inputs @ inputs.T / self._d
        # Single precision is enough for predictions, but not for the linear system.
        self._with_test = test.astype(np.float32) @ inputs.T.astype(np.float32) / np.float32(self._d)

    def predictions(self, theta: float, labels: np.ndarray, ridge: float) -> np.ndarray:
        """Return the fitted functions at the test points, shape (m, targets), from labels (n, targets)."""
        gram = self._kernel(self._products(self._among, self._z, theta))
        coefficients = kernel_ridge(gram, labels, [ridge])[..., 0]
        blocks, singles = [], coefficients.astype(np.float32)
        for start in range(0, len(self._test_z), _TEST_CHUNK):
            rows = slice(start, start + _TEST_CHUNK)
            blocks.append(self._kernel(self._products(self._with_test[rows], self._test_z[rows], theta)) @ singles)
        return np.concatenate(blocks).astype(float)

    def _products(self, isotropic: np.ndarray, z: np.ndarray, theta: float) -> np.ndarray:
        """Return inner products over d with the spike's part added, without copies: these are the largest arrays of a job."""
        products = np.multiply.outer((theta / self._d * z).astype(isotropic.dtype), self._z.astype(isotropic.dtype))
        products += isotropic
        return products
