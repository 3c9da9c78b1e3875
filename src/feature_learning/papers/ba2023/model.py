"""Targets, the spiked data, the kernel and the network, and the values of experiments on them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Experiment, Streams
from feature_learning.core.streams import Purpose
from feature_learning.core.values import ActivationName, NotNegative, Positive, Text, whole
from feature_learning.data.covariates import spike_scale, weighted_stratified_gaussian
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import InnerProductKernel, named_kernel
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import first_layer
from feature_learning.networks.named import activation, link
from feature_learning.theory.spiked_kernel import SpikedKernel, spiked_kernel
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


def stretched(inputs: np.ndarray, theta: float) -> np.ndarray:
    """Return spiked inputs (n, d) from isotropic ones, in their precision.

    The spike is along the first axis, because all methods here are invariant under rotations.
    """
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
    axis = np.eye(1, d)[0]
    test, weights = weighted_stratified_gaussian(count, axis, rng("test", d, *key), _SPREAD)
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


Dimension = Annotated[int, whole(least=2)]
FarDimension = Annotated[float, whole(least=2)]  # beyond what can be simulated


class Inputs(Experiment):
    """Inputs with a spike."""

    psi: Positive  # n/d

    def samples(self, d: int) -> int:
        """Return n."""
        return round(self.psi * d)


class Spiked(Inputs):
    """Labels of inputs with a spike."""

    noise: NotNegative  # standard deviation of the labels' noise

    def links(self, names: Iterable[str]) -> list[Link]:
        """Return targets with the noise of the labels."""
        return [target(name, self.noise) for name in names]


class OnKernel(Spiked):
    """Regression with an inner-product kernel."""

    kernel: Annotated[str, Text(r"exp-\d+", "exp-DEGREE")]

    @property
    def kernel_function(self) -> InnerProductKernel:
        """The kernel."""
        return named_kernel(self.kernel)

    def seeing(self, links: Iterable[Link]) -> InnerProductKernel:
        """Return the kernel; refuse one that is blind to a target.

        Of a link without a highest degree the kernel sees the degrees that it has, and the
        remainder stays unlearned.
        """
        kernel = self.kernel_function
        for each in links:
            kernel.require(range(len(kernel.coefficients)) if each.degree is None else each.degrees)
        return kernel

    def equivalent(self, d: float, theta: float, ridge: float) -> SpikedKernel:
        """Return the kernel's deterministic equivalent for n to infinity."""
        return spiked_kernel(self.kernel_function, d, theta, self.psi * d, ridge)


class OnNeurons(Spiked):
    """A step of gradient descent on neurons."""

    activation: ActivationName

    @property
    def sigma(self) -> Activation:
        """The activation."""
        return activation(self.activation)
