"""Targets, the spiked data, the network and its step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.streams import Purpose, Streams
from feature_learning.data.covariates import spike_scale, weighted_stratified_gaussian
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import first_layer
from feature_learning.networks.named import link
from feature_learning.training.giant_step import first_layer_gradient

DEGREES = {"he1": 1, "he2": 2, "he3": 3, "he4": 4}
"""The pure targets and their degrees."""

_SPREAD = 1.8  # of the test points' projections: the mean of h_4^2 comes from those of 3 to 5


def target(name: str, noise: float = 0.0) -> Link:
    """Return a link by name or by Hermite coefficients, with noise of this standard deviation.

    All targets here have variance 1: ``he1`` to ``he4``, and ``mix``, ``he2-he3``, ``he1-he4`` and
    ``he2-he4`` with equal weights.
    """
    return link(name).with_noise(noise**2)


def strength(gamma: float, d: int | float) -> float:
    """Return ``theta = d^gamma``; ``gamma = -inf`` means no spike.

    Examples
    --------
    >>> strength(0.5, 256), strength(float("-inf"), 256)
    (16.0, 0.0)
    """
    return float(d) ** gamma


def spike_direction(d: int) -> np.ndarray:
    """Return mu, which is the first axis, because all methods here are invariant under
    rotations.
    """
    direction = np.zeros(d)
    direction[0] = 1.0
    return direction


def stretched(inputs: np.ndarray, theta: float) -> np.ndarray:
    """Return spiked inputs (n, d) from isotropic ones, in their precision."""
    spiked = inputs.copy()
    spiked[:, 0] *= spike_scale(theta)
    return spiked


def isotropic(
    n: int, d: int, rng: Streams, purpose: Purpose, replica: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return isotropic inputs (n, d) of one purpose, and Gaussians (n,) for their labels' noise.

    The spike is added to them, so all its strengths see the same draws.
    """
    noise = rng("noise", ("train", "refit").index(purpose), d, replica)
    return rng(purpose, d, replica).standard_normal((n, d)), noise.standard_normal(n)


def evaluation_points(
    count: int, d: int, links: Sequence[Link], rng: Streams, *key: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return isotropic test inputs (m, d), their weights (m,) and the targets there, (m, links)."""
    test, weights = weighted_stratified_gaussian(
        count, spike_direction(d), rng("test", d, *key), _SPREAD
    )
    return test, weights, np.stack([link(test[:, 0]) for link in links], axis=1)


def noisy(links: Sequence[Link], z: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """Return labels (n, links); all targets share the same noise."""
    return np.stack([link(z) + math.sqrt(link.noise_variance) * noise for link in links], axis=1)


@dataclass(frozen=True)
class Network:
    """Neurons before the step; the output starts at zero.

    Attributes
    ----------
    weights : (width, d)
        Entries N(0, 1/d).
    biases : (width,)
        N(0, 1).
    signs : (width,)
        The second layer, +1 or -1. Both signs are needed: neurons of one sign all turn to the same
        side, and cannot fit an odd target.
    activation
        sigma.
    """

    weights: np.ndarray
    biases: np.ndarray
    signs: np.ndarray
    activation: Activation

    @classmethod
    def drawn(
        cls, width: int, d: int, activation: Activation, rng: Streams, replica: int = 0
    ) -> Network:
        """Draw the network of one dimension."""
        weights = first_layer(width, d, "gaussian", rng("init", 0, d, replica))
        biases = rng("init", 1, d, replica).standard_normal(width)
        signs = rng("init", 2, d, replica).choice([-1.0, 1.0], width)
        return cls(weights, biases, signs, activation)

    def preactivations(self, inputs: np.ndarray) -> np.ndarray:
        """Return ``<w_i, x> + b_i``, shape (n, width)."""
        return inputs @ self.weights.T + self.biases

    def gradient(
        self, inputs: np.ndarray, labels: np.ndarray, preactivations: np.ndarray
    ) -> np.ndarray:
        """Return minus the first layer's gradient of ``(1/2n)||y - f||^2`` at f = 0, (width, d)."""
        return first_layer_gradient(inputs, preactivations, labels, self.signs, self.activation, np)


def energies(gradient: np.ndarray, theta: float) -> tuple[np.ndarray, np.ndarray]:
    """Return each neuron's energy along the spike, and its variance ``Var <x, g>``, (width,)."""
    along = gradient[:, 0] ** 2
    return along, (gradient**2).sum(axis=1) + theta * along


def stepped(gradient: np.ndarray, theta: float, kept: np.ndarray | float = 0.0) -> np.ndarray:
    """Return ``omega W_0 + eta G``, with the eta at which ``<x, eta g>`` has variance 1 on average.

    The gradient G (width, d) is needed up to a factor; `kept` is ``omega W_0``, by default 0 as
    with weight decay ``1/eta``.
    """
    return gradient / math.sqrt(float(energies(gradient, theta)[1].mean())) + kept
