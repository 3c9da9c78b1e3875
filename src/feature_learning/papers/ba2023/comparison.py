"""Kernel ridge regression and a network after one gradient step, on the same data (krr-vs-nn)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.networks.named import activation
from feature_learning.papers.ba2023.kernel_ridge import SpikedRegression, sample
from feature_learning.papers.ba2023.model import Network, isotropic, noisy, spike_direction, stepped, strength, stretched, target
from feature_learning.training.second_layer import ridge

__all__ = ["sample", "train"]


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per dimension, gamma and target: the risk of both methods on n samples; the network's second layer uses n more."""
    names = [str(name) for name in setting.grid["target"]]
    links = [target(name, setting["noise"]) for name in names]
    for d in map(int, setting.grid["d"]):
        n, mu = round(setting["psi"] * d), spike_direction(d)
        (first, noise), (second, further) = (isotropic(n, d, rng, purpose) for purpose in ("train", "refit"))
        labels, refit_labels = noisy(links, first[:, 0], noise), noisy(links, second[:, 0], further)
        test, measure = weighted_stratified_gaussian(setting["test_size"], mu, rng("test", d))
        single = test.astype(np.float32)
        truth = np.stack([link(test[:, 0]) for link in links], axis=1)
        regression = SpikedRegression(named_kernel(setting["kernel"]), first, test)
        network = Network.drawn(setting["width"], d, activation(setting["activation"]), rng)
        for gamma in map(float, setting.grid["gamma"]):
            theta = strength(gamma, d)
            kernel = measure @ (regression.predictions(theta, labels, setting["ridge"]) - truth) ** 2
            # Only the fit needs double precision
            inputs, fresh, at = (stretched(rows, theta) for rows in (first, second, single))
            preactivations = network.preactivations(inputs)
            for number, name in enumerate(names):
                weights = stepped(network.gradient(inputs, labels[:, number], preactivations), theta)
                features, seen = (_features(network, weights, rows) for rows in (fresh, at))
                readout = ridge(features, refit_labels[:, number], n * setting["second_ridge"] / len(weights))
                risk = float(measure @ (seen @ readout.astype(np.float32) - truth[:, number]) ** 2)
                yield {"d": d, "gamma": gamma, "target": name, "kernel_risk": float(kernel[number]), "network_risk": risk}


def _features(network: Network, weights: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    """``N^(-1/2) sigma(W x + b)``, shape (n, width), in the precision of the inputs."""
    sigma, root = network.activation, math.sqrt(len(weights))
    inside, outside = (root, 1.0) if sigma.homogeneous else (1.0, root)  # dividing the weights saves a pass over the features
    fields = inputs @ (weights / inside).T.astype(inputs.dtype)
    fields += (network.biases / inside).astype(inputs.dtype)
    features = sigma(fields)
    if outside != 1:
        features /= inputs.dtype.type(outside)
    return np.asarray(features)
