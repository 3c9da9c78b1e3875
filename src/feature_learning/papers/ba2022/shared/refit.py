"""One step and a ridge regression on fresh data, for many step sizes on the same draws."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Streams
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.papers.ba2022.shared.model import batches, two_blocks
from feature_learning.training.giant_step import streamed_gradient
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_readout import NormalEquations


@dataclass(frozen=True)
class Network:
    """The network ``N^(-1/2) a . sigma(W x + b)`` before its step, in the precision of its
    products.

    Attributes
    ----------
    activation
        sigma.
    first : (width, d)
        W_0.
    second : (width,)
        a.
    biases : (width,) or float
        b, which the step leaves as they are.
    dtype
        The precision of the step and of the features; second layers are fitted in double precision.
    """

    activation: Activation
    first: np.ndarray
    second: np.ndarray
    dtype: str
    biases: np.ndarray | float = 0.0


@dataclass(frozen=True)
class TestPoints:
    """Inputs (points, d) over which the risk is averaged, with weights that sum to about one."""

    inputs: np.ndarray
    weights: np.ndarray

    @classmethod
    def even(cls, inputs: np.ndarray) -> TestPoints:
        """Return inputs of equal weight."""
        return cls(inputs, np.full(len(inputs), 1 / len(inputs)))


def risks(
    network: Network,
    target: Link,
    n: int,
    penalty: float,
    steps: Sequence[float],
    test: TestPoints,
    rng: Streams,
    device: Device,
) -> list[float]:
    """Return the risk against the noiseless target after each step size; 0 means random features.

    The step takes n samples, the ridge regression n fresh ones. It minimises
    ``(1/n)||y - Phi a||^2 + (lambda/N)||a||^2`` with ``Phi = N^(-1/2) sigma(X W^T + b)`` and the
    penalty lambda.
    """
    width, d = network.first.shape
    beta_star, xp, activation = two_blocks(d), device.xp, network.activation
    truth, weights = device.put(target(test.inputs @ beta_star)), device.put(test.weights)
    biases = np.full(width, network.biases)
    first, second, biases, points = (
        device.put(array.astype(network.dtype, copy=False))
        for array in (network.first, network.second, biases, test.inputs)
    )
    batch = batches(target, beta_star, n, rng, "train", device, dtype=network.dtype)
    gradient = streamed_gradient(
        batch, first, second, activation, xp, prefactor=1 / math.sqrt(width), biases=biases
    )

    def features(inputs: Any) -> Iterator[Any]:
        """Yield the features of each step; pre-activations are linear in eta."""
        base, slope = inputs @ first.T + biases, inputs @ gradient.T
        return (activation(base + eta * slope, xp) for eta in steps)

    refit = partial(batches, target, beta_star, n, rng, "refit", device, dtype=network.dtype)
    # For c = a/sqrt(N) the penalty added to the sum of squares is n lambda.
    if n < width:
        ((inputs, labels),) = refit(chunk=n)
        fitted = [ridge(phi, labels, n * penalty, xp) for phi in features(inputs)]
    else:
        equations = [NormalEquations(n, width, xp) for _ in steps]
        for inputs, labels in refit():
            for equation, phi in zip(equations, features(inputs), strict=True):
                equation.add(phi, labels)
        fitted = [equation.solve(n * penalty) for equation in equations]
    outputs = (
        xp.asarray(phi, dtype=xp.float64) @ c
        for phi, c in zip(features(points), fitted, strict=True)
    )
    return [float(weights @ (output - truth) ** 2) for output in outputs]
