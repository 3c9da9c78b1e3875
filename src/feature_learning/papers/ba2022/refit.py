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
from feature_learning.papers.ba2022.model import batches, two_blocks
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


def gradient(network: Network, target: Link, n: int, rng: Streams, device: Device) -> Any:
    """Return minus the first layer's gradient over n samples, (width, d), on the device."""
    width, d = network.first.shape
    first, second, biases = _on(device, network)
    batch = batches(target, two_blocks(d), n, rng, "train", device, dtype=network.dtype)
    scale = 1 / math.sqrt(width)
    return streamed_gradient(
        batch, first, second, network.activation, device.xp, prefactor=scale, biases=biases
    )


def _on(device: Device, network: Network) -> tuple[Any, Any, Any]:
    """Return first layer, second layer and biases on the device."""
    biases = np.full(len(network.second), network.biases)
    first, second, offsets = (
        device.put(array.astype(network.dtype, copy=False))
        for array in (network.first, network.second, biases)
    )
    return first, second, offsets


def risks(
    network: Network,
    target: Link,
    n: int,
    penalties: Sequence[float],
    steps: Sequence[float],
    test: TestPoints,
    rng: Streams,
    device: Device,
) -> list[list[float]]:
    """Return the risk against the noiseless target after each step size with each penalty, (steps,
    penalties); a step of 0 means random features.

    The step takes n samples, the ridge regression n fresh ones. It minimises
    ``(1/n)||y - Phi a||^2 + (lambda/N)||a||^2`` with ``Phi = N^(-1/2) sigma(X W^T + b)`` and the
    penalty lambda.
    """
    width, d = network.first.shape
    beta_star, xp, activation = two_blocks(d), device.xp, network.activation
    truth, weights = device.put(target(test.inputs @ beta_star)), device.put(test.weights)
    first, _, biases = _on(device, network)
    points = device.put(test.inputs.astype(network.dtype, copy=False))
    moved = gradient(network, target, n, rng, device) if any(steps) else xp.zeros_like(first)

    def features(inputs: Any) -> Iterator[Any]:
        """Yield the features of each step; pre-activations are linear in eta."""
        base, slope = inputs @ first.T + biases, inputs @ moved.T
        return (activation(base + eta * slope, xp) for eta in steps)

    refit = partial(batches, target, beta_star, n, rng, "refit", device, dtype=network.dtype)
    # For c = a/sqrt(N) the penalty added to the sum of squares is n lambda.
    if n < width:
        ((inputs, labels),) = refit(chunk=n)
        fitted = [
            [ridge(phi, labels, n * penalty, xp) for penalty in penalties]
            for phi in features(inputs)
        ]
    else:
        equations = [NormalEquations(n, width, xp) for _ in steps]
        for inputs, labels in refit():
            for equation, phi in zip(equations, features(inputs), strict=True):
                equation.add(phi, labels)
        fitted = [[equation.solve(n * penalty) for penalty in penalties] for equation in equations]
    found = []
    for phi, coefficients in zip(features(points), fitted, strict=True):
        seen = xp.asarray(phi, dtype=xp.float64)
        found.append([float(weights @ (seen @ c - truth) ** 2) for c in coefficients])
    return found
