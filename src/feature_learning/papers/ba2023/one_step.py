"""The network's risk after one step on the first layer and ridge regression on the second."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from feature_learning.core.experiment import Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.links import Link
from feature_learning.papers.ba2023.model import (
    Network,
    OnNeurons,
    energies,
    evaluation_points,
    isotropic,
    noisy,
    stretched,
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


class OneStep(OnNeurons):
    """A network after one step, with several ridges on its second layer."""

    second_ridges: Grid[Positive]
    test_size: Count

    def trial(
        self, d: int, rng: Streams, names: Sequence[str], width: int, replica: int = 0
    ) -> Trial:
        """Draw data and network of one dimension."""
        links, n = self.links(names), self.samples(d)
        (first, noise), (second, more) = (
            isotropic(n, d, rng, purpose, replica) for purpose in ("train", "refit")
        )
        test, weights, truth = evaluation_points(
            self.test_size, d, links, rng, *([replica] if replica else [])
        )
        network = Network.drawn(width, d, self.sigma, rng, replica)
        labels, further = noisy(links, first[:, 0], noise), noisy(links, second[:, 0], more)
        return Trial(links, first, second, labels, further, test, weights, truth, network)


def stepped(gradient: np.ndarray, theta: float, kept: np.ndarray | float = 0.0) -> np.ndarray:
    """Return ``omega W_0 + eta G``, with the eta at which ``<x, eta g>`` has variance 1 on average.

    The gradient G (width, d) is needed up to a factor; `kept` is ``omega W_0``, by default 0 as
    with weight decay ``1/eta``.
    """
    return gradient / math.sqrt(float(energies(gradient, theta)[1].mean())) + kept


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


def by_ridge(
    point: dict[str, Any], ridges: Sequence[float], risks: Sequence[float]
) -> Iterator[dict[str, Any]]:
    """Yield one row per ridge."""
    for ridge, risk in zip(ridges, risks, strict=True):
        yield {**point, "ridge": ridge, "risk": risk}
