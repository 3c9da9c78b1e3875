"""Kernel ridge regression on spiked data against the strength of the spike (krr-staircase, krr-theta-half)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.papers.ba2023.model import isotropic, noisy, spike_direction, strength, target
from feature_learning.papers.ba2023.spiked_regression import SpikedRegression
from feature_learning.theory.spiked_sample import SpikedSample

SPREAD = 1.8
"""Of the test points' projections: the mean of ``h_4^2`` comes from projections of 3 to 5."""


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: the data of each dimension come from their streams. Refuse a kernel that cannot see a target."""
    for name in map(str, setting.grid["target"]):
        kernel, link = named_kernel(setting["kernel"]), target(name)
        # Of a link without a highest degree, the kernel sees the degrees that it has; the rest stays unlearned.
        kernel.require(range(len(kernel.coefficients)) if link.degree is None else link.degrees)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension, gamma and target: risk and learned fraction, and what the equivalent makes of this sample."""
    names = [str(name) for name in setting.grid["target"]]
    links, kernel = [target(name, setting["noise"]) for name in names], named_kernel(setting["kernel"])
    for d in map(int, setting.grid["d"]):
        inputs, noise = isotropic(round(setting["psi"] * d), d, rng, "train")
        test, weights = weighted_stratified_gaussian(setting["test_size"], spike_direction(d), rng("test", d), SPREAD)
        regression = SpikedRegression(kernel, inputs, test)
        labels = noisy(links, inputs[:, 0], noise)
        equivalent = SpikedSample(kernel, inputs[:, 0], links, labels)
        truth = np.stack([link(test[:, 0]) for link in links], axis=1)
        for gamma in map(float, setting.grid["gamma"]):
            if d > setting["every_gamma_to"] and gamma < setting["beyond_from"]:
                continue
            theta = strength(gamma, d)
            predicted = regression.predictions(theta, labels, setting["ridge"])
            expected = equivalent.fitted(d, theta, setting["ridge"])
            found = {
                "risk": weights @ (predicted - truth) ** 2,
                "learned": weights @ (predicted * truth) / (weights @ truth**2),
                "risk_equivalent": expected.risks,
                "learned_equivalent": expected.learned,
            }
            for place, name in enumerate(names):
                yield {"d": d, "gamma": gamma, "target": name, **{key: float(values[place]) for key, values in found.items()}}
