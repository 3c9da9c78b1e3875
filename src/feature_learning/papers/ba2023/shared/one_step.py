"""The network's risk after one step on the first layer and ridge regression on the second."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from feature_learning.core.experiment import Setting, Streams
from feature_learning.data.links import Link
from feature_learning.networks.named import activation
from feature_learning.papers.ba2023.shared.model import (
    Network,
    evaluation_points,
    isotropic,
    noisy,
    stepped,
    stretched,
    target,
)
from feature_learning.training.second_layer import ridge


@dataclass(frozen=True)
class Trial:
    """The draws of one seed in one dimension, which all strengths of the spike share.

    Attributes
    ----------
    links
        The targets.
    first, second : (n, d)
        Isotropic inputs of the gradient step (and of the kernel), and of the second layer.
    labels, further : (n, targets)
        Their labels.
    test, weights, truth : (m, d), (m,), (m, targets)
        Isotropic test inputs, their weights, and the targets there.
    network
        Before the step.
    """

    links: list[Link]
    first: np.ndarray
    second: np.ndarray
    labels: np.ndarray
    further: np.ndarray
    test: np.ndarray
    weights: np.ndarray
    truth: np.ndarray
    network: Network

    @classmethod
    def drawn(cls, setting: Setting, d: int, rng: Streams) -> Trial:
        """Draw data and network of one dimension."""
        links = [target(name, setting["noise"]) for name in setting.names("target")]
        n = round(setting["psi"] * d)
        (first, noise), (second, more) = (
            isotropic(n, d, rng, purpose) for purpose in ("train", "refit")
        )
        test, weights, truth = evaluation_points(setting["test_size"], d, links, rng)
        network = Network.drawn(setting["width"], d, activation(setting["activation"]), rng)
        labels, further = noisy(links, first[:, 0], noise), noisy(links, second[:, 0], more)
        return cls(links, first, second, labels, further, test, weights, truth, network)

    def risks(self, theta: float, second_ridge: float, kept: float = 0.0) -> list[float]:
        """Return the network's risk on each target, at a strength of the spike.

        The second layer minimises ``(1/n)||y - F a||^2 + (second_ridge/width)||a||^2``; the step
        leaves a part `kept` of the initial weights.
        """
        # Only the fit needs double precision.
        batches = (self.first, self.second, self.test.astype(np.float32))
        inputs, fresh, test = (stretched(rows, theta) for rows in batches)
        preactivations = self.network.preactivations(inputs)
        risks = []
        for number in range(len(self.links)):
            gradient = self.network.gradient(inputs, self.labels[:, number], preactivations)
            weights = stepped(gradient, theta, kept * self.network.weights)
            features, seen = (_features(self.network, weights, rows) for rows in (fresh, test))
            penalty = len(fresh) * second_ridge / len(weights)
            readout = ridge(features, self.further[:, number], penalty).astype(np.float32)
            errors = seen @ readout - self.truth[:, number]
            risks.append(float(self.weights @ errors**2))
        return risks


def _features(network: Network, weights: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    """Return ``N^(-1/2) sigma(W x + b)``, shape (n, width), in the precision of the inputs."""
    sigma, root = network.activation, math.sqrt(len(weights))
    # Dividing the weights saves a pass over the features.
    inside, outside = (root, 1.0) if sigma.homogeneous else (1.0, root)
    fields = inputs @ (weights / inside).T.astype(inputs.dtype)
    fields += (network.biases / inside).astype(inputs.dtype)
    features = sigma(fields)
    if outside != 1:
        features /= inputs.dtype.type(outside)
    return np.asarray(features)
