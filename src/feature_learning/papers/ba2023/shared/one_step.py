"""The network's risk after one step on the first layer and ridge regression on the second."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

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
from feature_learning.training.second_layer import solve_regularised


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
    def drawn(
        cls,
        setting: Setting,
        d: int,
        rng: Streams,
        names: Sequence[str] = (),
        width: int = 0,
        replica: int = 0,
    ) -> Trial:
        """Draw data and network of one dimension; targets and width are the setting's."""
        links = [target(name, setting["noise"]) for name in names or setting.names("target")]
        n = round(setting["psi"] * d)
        (first, noise), (second, more) = (
            isotropic(n, d, rng, purpose, replica) for purpose in ("train", "refit")
        )
        test, weights, truth = evaluation_points(
            setting["test_size"], d, links, rng, *([replica] if replica else [])
        )
        network = Network.drawn(
            width or setting["width"], d, activation(setting["activation"]), rng, replica
        )
        labels, further = noisy(links, first[:, 0], noise), noisy(links, second[:, 0], more)
        return cls(links, first, second, labels, further, test, weights, truth, network)

    def without_biases(self) -> Trial:
        """Return the same draws for a network whose biases are zero."""
        return replace(self, network=replace(self.network, biases=0 * self.network.biases))

    def risks(
        self,
        theta: float,
        second_ridges: Sequence[float],
        kept: float = 0.0,
        numbers: Sequence[int] | None = None,
    ) -> list[list[float]]:
        """Return the network's risk on each target with each ridge, at a strength of the spike; of
        all targets, or of those of some numbers.

        The second layer minimises ``(1/n)||y - F a||^2 + (second_ridge/width)||a||^2``; the step
        leaves a part `kept` of the initial weights.
        """
        # Only the fit needs double precision.
        batches = (self.first, self.second, self.test.astype(np.float32))
        inputs, fresh, test = (stretched(rows, theta) for rows in batches)
        preactivations = self.network.preactivations(inputs)
        risks = []
        for number in range(len(self.links)) if numbers is None else numbers:
            gradient = self.network.gradient(inputs, self.labels[:, number], preactivations)
            weights = stepped(gradient, theta, kept * self.network.weights)
            features, seen = (_features(self.network, weights, rows) for rows in (fresh, test))
            readouts = _readouts(features, self.further[:, number], second_ridges)
            errors = seen @ readouts.astype(np.float32) - self.truth[:, [number]]
            risks.append((self.weights @ errors**2).tolist())
        return risks


def _readouts(
    features: np.ndarray, labels: np.ndarray, second_ridges: Sequence[float]
) -> np.ndarray:
    """Return the second layer of each ridge, (width, ridges); the Gram matrix serves all."""
    n, width = features.shape
    tall = width <= n
    gram = features.T @ features if tall else features @ features.T
    projected = features.T @ labels if tall else labels
    found = np.column_stack(
        [solve_regularised(gram, projected, n * ridge / width) for ridge in second_ridges]
    )
    return found if tall else features.T @ found


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
