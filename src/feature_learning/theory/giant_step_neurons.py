"""Neurons after one step of any size, and their features given the input's part along the step."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.hermite_e import hermegauss, hermeval

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.theory.conditional_gaussian import conditional_moments
from feature_learning.theory.step_bulk import Bulk, gradient_norm, label_power

_LEAST = 1e-16  # of the probability of a node
_BIAS_NODES = 12


@dataclass(frozen=True)
class NetworkStep:
    """A step and the network that makes it.

    Attributes
    ----------
    eta
        Its size; the second layer's entries are N(0, 1/width), or all ``width^(-1/2)``.
    phi
        ``d/n`` of its batch.
    width
        The number of neurons.
    bias
        Standard deviation of the neurons' biases.
    equal
        Whether the second layer's entries are equal.
    drift
        Whether the part of the gradient that grows with a neuron's overlap counts.

    References
    ----------
    Ba et al. (2022), NeurIPS: one step on the first layer, with steps up to the root of the width.
    """

    eta: float
    phi: float
    width: int
    bias: float = 0.0
    equal: bool = False
    drift: bool = True


@dataclass(frozen=True)
class Neurons:
    """The law of a neuron after the step, on nodes, and its features on nodes k of ``<x, v>``.

    Attributes
    ----------
    weights : (neurons,)
        Probabilities of the nodes.
    rows : (neurons, groups)
        Variance of a row's entries, times d, in each group of the bulk.
    mean, slope, residual : (neurons, k)
        A feature given k is ``mean + slope <w, x> + sqrt(residual) xi``.
    sources : list of (means, slopes)
        How independent standard Gaussians, times ``d^(-1/2)``, move a neuron's mean (neurons, k),
        and its slope along b in each group (neurons, groups, k).

    References
    ----------
    See `neurons_after`.
    """

    weights: np.ndarray
    rows: np.ndarray
    mean: np.ndarray
    slope: np.ndarray
    residual: np.ndarray
    sources: list[tuple[np.ndarray, np.ndarray]]


def neurons_after(
    activation: Activation, link: Link, step: NetworkStep, bulk: Bulk, k: np.ndarray, nodes: int
) -> Neurons:
    """Return the law of a neuron after a step.

    Parameters
    ----------
    activation
        The student's.
    link
        The target, with the noise of its labels.
    step
        The step.
    bulk
        The covariance of the step's noise.
    k : (k,)
        Nodes of the input's part along the step.
    nodes
        The number of nodes of the second layer's entry.

    References
    ----------
    Derived here. With ``t = eta a`` the step turns a neuron w into
    ``(1 + t mu_2 mu_0*) w + t mu_1 |g| v + Delta + drift``: v is the direction of ``g = X^T y/n``,
    Delta is Gaussian of covariance ``t^2 V B/d`` with ``V = E sigma'^2 - mu_1^2``, and the drift is
    the part of the mean gradient that is linear in the neuron's overlap with the target.
    """
    strength, power = gradient_norm(link, step.phi), step.phi * label_power(link)
    gamma, across = link.linear / strength, math.sqrt(power) / strength
    (zeta, offset), weights = _grid(step, nodes)
    moments, variance = _student(activation, offset)
    targets = link.monic_coefficients(2) * np.array([1.0, 1.0, 2.0])
    t = step.eta / math.sqrt(step.width) * zeta
    kept, tau = 1 + t * moments[2] * targets[0], t**2 * variance
    length = np.sqrt(kept**2 + tau * power)
    rows = kept[:, None] ** 2 + np.outer(tau, bulk.values)
    at = offset[:, None] + np.outer(t * moments[1] * strength, k)
    mean, slope, residual, stretch = conditional(activation, at, length[:, None])
    twist = step.drift * t * moments[2] * targets[2]
    radial = (step.drift * t * moments[3] * targets[1] * kept / length)[:, None] * stretch

    def column(values: np.ndarray) -> np.ndarray:
        return np.asarray(values)[:, None]

    groups, none = len(bulk.values), np.zeros((len(t), len(bulk.values), len(k)))
    along = np.sqrt(bulk.along)[None, :, None]
    sources = [
        (
            column(kept + twist * gamma**2) * k * slope + gamma * radial,
            along * (column(twist * gamma * across) * slope)[:, None, :],
        )
    ]
    mean_b = across * (column(twist * gamma) * k * slope + radial)
    slope_b = column(kept + twist * across**2) * slope
    for group in range(groups):
        own, noise = none.copy(), none.copy()
        own[:, group] = slope_b
        noise[:, group] = column(np.sqrt(tau * bulk.values[group])) * slope
        sources += [(math.sqrt(bulk.along[group]) * mean_b, own), (0 * mean, noise)]
    lengths = np.sqrt((rows**2 @ bulk.shares) / 2) / length
    sources += [(column(np.sqrt(tau * power)) * k * slope, none), (column(lengths) * stretch, none)]
    return Neurons(weights, rows, mean, slope, residual, sources)


def _grid(step: NetworkStep, nodes: int) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray]:
    """Return nodes of the second layer's entry times sqrt(width) and of the bias, with weights."""
    zeta, p = (np.ones(1), np.ones(1)) if step.equal else gauss(nodes)
    if not step.bias:
        return (zeta, np.zeros(len(zeta))), p
    offset, q = gauss(_BIAS_NODES)
    pairs = np.repeat(zeta, len(offset)), np.tile(step.bias * offset, len(zeta))
    return pairs, np.outer(p, q).ravel()


def gauss(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return Gauss-Hermite nodes and their probabilities, without nodes of weight zero.

    Parameters
    ----------
    nodes
        How many nodes the rule has.

    References
    ----------
    Szego (1939), "Orthogonal polynomials".
    """
    at, weight = hermegauss(nodes)
    weight = weight / weight.sum()
    return at[weight > _LEAST], weight[weight > _LEAST]


def _student(activation: Activation, offset: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return ``mu_j = E sigma^(j)(g + b)``, j = 0..3, by bias, and ``E sigma'^2 - mu_1^2``."""
    moments, variance = np.zeros((4, len(offset))), np.zeros(len(offset))
    for place, b in enumerate(offset):
        at, weight = gaussian_nodes(tuple(kink - b for kink in activation.kinks))
        values = weight * activation(at + b)
        moments[:, place] = [float(values @ hermeval(at, unit)) for unit in np.eye(4)]
        variance[place] = weight @ activation.derivative(at + b) ** 2 - moments[1, place] ** 2
    return moments, variance


def conditional(
    activation: Activation, at: np.ndarray, spread: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return ``E sigma(m + s g)``, ``E sigma'``, the variance that the constant and the linear part
    leave, and the first's derivative in s.

    Parameters
    ----------
    activation
        sigma: a ReLU with any threshold, or a smooth function.
    at, spread
        m and s, arrays that broadcast together.

    Raises
    ------
    UserError
        The activation has kinks and is not a ReLU.

    References
    ----------
    See `conditional_gaussian.conditional_moments`; the derivative is s times ``E sigma''`` by
    Stein's lemma, for a ReLU the density at ``m/s``.
    """
    if activation.hinge is not None:
        first, slope, residual = conditional_moments(at, spread, activation)
        return first, slope, residual, density((at - activation.hinge[0]) / spread)
    if activation.kinks:
        raise UserError(
            "features after a step are known for ReLUs and smooth activations, and "
            f"{activation.name} has kinks"
        )
    # More nodes than `conditional_moments` has, because a large step makes wide distributions.
    nodes, weight = gaussian_nodes()
    kept = weight > _LEAST
    nodes, weight = nodes[kept], weight[kept]
    values = activation(at[..., None] + spread[..., None] * nodes)
    first = values @ weight
    slope = values @ (weight * nodes) / spread
    stretch = values @ (weight * (nodes**2 - 1)) / spread
    residual = values**2 @ weight - first**2 - (spread * slope) ** 2
    return first, slope, np.maximum(residual, 0.0), stretch
