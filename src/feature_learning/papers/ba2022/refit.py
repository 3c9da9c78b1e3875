"""One step and a ridge regression on fresh data, for many step sizes on the same draws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.streams import Streams
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.papers.ba2022.model import batches, two_blocks
from feature_learning.training.giant_step import streamed_gradient
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_readout import NormalEquations


def risks(
    activation: Activation,
    aim: Link,
    first: np.ndarray,
    second: np.ndarray,
    n: int,
    penalty: float,
    steps: Sequence[float],
    test: np.ndarray,
    rng: Streams,
    device: Device,
    dtype: str,
) -> list[float]:
    """Return the risk after each step size; the gradient is computed once.

    Parameters
    ----------
    activation, aim
        The activation of the network, and the target of the labels.
    first : (width, d)
        W_0.
    second : (width,)
        a.
    n
        The number of samples of the step, and of fresh samples for the ridge regression.
    penalty
        lambda: ``(1/n)||y - Phi a||^2 + (lambda/width)||a||^2`` with ``Phi = sigma(X W^T)/sqrt(width)``.
    steps
        The values of eta; 0 means random features.
    test : (points, d)
        Inputs on which the risk against the noiseless target is averaged.
    rng, device
        The random streams, and where the products run.
    dtype
        The precision of the network and its features; second layers are fitted in double precision.
    """
    width, d = first.shape
    beta_star, xp = two_blocks(d), device.xp
    truth = device.put(aim(test @ beta_star))
    first, second, points = (device.put(array.astype(dtype, copy=False)) for array in (first, second, test))
    batch = batches(aim, beta_star, n, rng, "train", device, dtype=dtype)
    gradient = streamed_gradient(batch, first, second, activation, xp, prefactor=1 / math.sqrt(width))
    # For c = a/sqrt(width) the penalty added to the sum of squares is n lambda. Pre-activations are linear in eta.
    coefficients = [*_fits(activation, aim, beta_star, first, gradient, n, n * penalty, steps, rng, device, dtype)]
    base, slope = points @ first.T, points @ gradient.T
    features = (xp.asarray(activation(base + eta * slope, xp), dtype=xp.float64) for eta in steps)
    return [float(((own @ c - truth) ** 2).mean()) for own, c in zip(features, coefficients, strict=True)]


def _fits(
    activation: Activation,
    aim: Link,
    beta_star: np.ndarray,
    first: Any,
    gradient: Any,
    n: int,
    penalty: float,
    steps: Sequence[float],
    rng: Streams,
    device: Device,
    dtype: str,
) -> list[Any]:
    xp = device.xp
    if n < first.shape[0]:
        ((x, labels),) = batches(aim, beta_star, n, rng, "refit", device, chunk=n, dtype=dtype)
        base, slope = x @ first.T, x @ gradient.T
        return [ridge(activation(base + eta * slope, xp), labels, penalty, xp) for eta in steps]
    equations = [NormalEquations(n, first.shape[0], xp) for _ in steps]
    for x, labels in batches(aim, beta_star, n, rng, "refit", device, dtype=dtype):
        base, slope = x @ first.T, x @ gradient.T
        for eta, own in zip(steps, equations, strict=True):
            own.add(activation(base + eta * slope, xp), labels)
    return [own.solve(penalty) for own in equations]
