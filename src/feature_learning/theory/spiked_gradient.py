"""The first gradient step of a network on spiked data: how far its neurons turn to the spike.

A neuron starts at ``w ~ N(0, I/d)`` with bias ``b ~ N(0, 1)``. Inputs are
``N(0, I + theta mu mu^T)``, and labels are a function of ``z = <x, mu>/sqrt(1 + theta)``. Given
``xi = sqrt(d) <w, mu>`` and b, the pre-activation is ``h + g``, ``h = sqrt((1 + theta)/d) xi z +
b`` with g standard normal. With the means ``p(h) = E sigma'(h + g)`` and ``q(h) = E sigma'(h +
g)^2``, which for a ReLU are both the normal distribution function, the gradient has

    S   = sqrt(1 + theta) E[z f*(z) p(h)],
    s^2 = ((1 + theta) E[z^2 (f*^2 + noise) q(h)] - S^2)/n,
    o   = (d/n) E[(f*^2 + noise) q(h)] + E[f*(z) p'(h)]^2:

its mean along mu, its sampling variance along mu, and its energy orthogonal to mu.
"""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density, distribution
from feature_learning.data.covariates import spike_scale
from feature_learning.data.links import Link
from feature_learning.networks.activations import RELU, Activation

_NODES = (32, 40)  # of b and z
# Of panels in |xi|: neurons that start without overlap turn least.
_EDGES = (0.0, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.5, 3.5, 8.5)
_PANEL = 8
_SMOOTH = 48  # nodes of g
_SATURATED = 3.0


def gradient_alignments(
    links: Sequence[Link], d: float, strength: float, n_over_d: float, activation: Activation = RELU
) -> list[tuple[float, float]]:
    """Return how well each link's gradients align with the spike.

    Parameters
    ----------
    links
        f* and the variance of the label noise. Several cost barely more than one.
    d, strength
        Dimension and theta.
    n_over_d
        Samples per dimension.
    activation
        sigma.

    Returns
    -------
    alignments : list of (float, float)
        For each link, the mean over neurons of ``cos^2(g, mu)``, and the mean fraction of their
        pre-activation's variance that z carries.

    Raises
    ------
    UserError
        The activation has kinks and is not a ReLU, or the spike is so strong that a smooth one
        saturates.

    References
    ----------
    Ba, Erdogdu, Suzuki, Wang and Wu (2023), "Learning in the presence of low-dimensional structure:
    a spiked random matrix perspective", NeurIPS: the order in d of the leading term, and the
    condition ``theta >> d^(1 - 1/k)``.
    Derived here, the form at finite d: the module's S, s and o are means over the inputs given xi
    and b, with Stein's lemma for the part along w. Along mu the gradient is Gaussian,
    ``q = (S + s eta)^2``, and both means are ``E q/(q + o) = 1 - o E 1/(q + o)``: a Gaussian
    average of a Lorentzian, which is Voigt's profile.
    """
    (xi, of_xi), ((b, of_b), (z, of_z)) = _overlaps(), map(_gauss_hermite, _NODES)
    scale = spike_scale(strength)
    if activation.hinge is None and scale**2 > _SATURATED * d:
        raise UserError(
            f"at theta = {strength:.3g} and d = {d:g} neurons with the activation "
            f"{activation.name} saturate, and their slopes are not "
            f"resolved: this theory goes up to theta = {_SATURATED:g} d, and further only for ReLUs"
        )
    h = (scale / math.sqrt(d) * xi)[:, None, None] * z + b[None, :, None]
    mean, square, curvature = slopes(activation, h)
    weights = of_xi[:, None] * of_b
    found = []
    for link in links:
        values = link(z)
        power = values**2 + link.noise_variance
        signal = scale * (mean @ (of_z * z * values))
        spread = np.maximum(scale**2 * (square @ (of_z * z**2 * power)) - signal**2, 0.0) / (
            n_over_d * d
        )
        across = (square @ (of_z * power)) / n_over_d + (curvature @ (of_z * values)) ** 2
        alignment, share = (
            float((weights * _share(signal, np.sqrt(spread), rest)).sum())
            for rest in (across, across / scale**2)
        )
        found.append((alignment, share))
    return found


def mean_signal(link: Link, d: float, strength: float, activation: Activation = RELU) -> float:
    """Return the mean over neurons of ``S^2``, the squared part of the mean gradient along mu.

    Parameters
    ----------
    link, d, strength, activation
        As in `gradient_alignments`.

    Raises
    ------
    UserError
        The activation has kinks and is not a ReLU.

    References
    ----------
    Derived here: the module's S, averaged over xi and b.

    Examples
    --------
    >>> round(mean_signal(Link.orthonormal(0, 1), 256, 15.0), 4)
    5.2191
    """
    (xi, of_xi), ((b, of_b), (z, of_z)) = _overlaps(), map(_gauss_hermite, _NODES)
    scale = spike_scale(strength)
    h = (scale / math.sqrt(d) * xi)[:, None, None] * z + b[None, :, None]
    signal = scale * (slopes(activation, h)[0] @ (of_z * z * link(z)))
    return float(((of_xi[:, None] * of_b) * signal**2).sum())


def slopes(activation: Activation, h: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return ``E sigma'(h + g)``, ``E sigma'(h + g)^2`` and the derivative of the first in h, for g
    standard normal.

    Parameters
    ----------
    activation
        A ReLU with any threshold, or a smooth function.
    h
        Any shape.

    Raises
    ------
    UserError
        The activation has kinks and is not a ReLU.

    References
    ----------
    Derived here: closed forms for a ReLU; else Gauss-Hermite quadrature, where the derivative is
    ``E[g sigma'(h + g)]`` by Stein's lemma.

    Examples
    --------
    >>> [round(float(value), 6) for value in slopes(RELU, np.array(0.5))]
    [0.691462, 0.691462, 0.352065]
    """
    if activation.hinge is not None:
        at = h - activation.hinge[0]
        active = distribution(at)
        return active, active, density(at)
    if activation.kinks:
        raise UserError(
            "the gradient's moments are known for ReLUs and smooth activations, and "
            f"{activation.name} has kinks"
        )
    nodes, weights = _gauss_hermite(_SMOOTH)
    mean, square, curvature = (np.zeros(np.shape(h)) for _ in range(3))
    for node, weight in zip(nodes.tolist(), weights.tolist(), strict=True):
        slope = activation.derivative(h + node)
        mean += weight * slope
        square += weight * slope**2
        curvature += weight * node * slope
    return mean, square, curvature


def _share(mean: np.ndarray, deviation: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """``E q/(q + rest)`` for ``q = (mean + deviation eta)^2``."""
    from scipy.special import voigt_profile

    return 1 - math.pi * np.sqrt(rest) * voigt_profile(mean, deviation, np.sqrt(rest))


def _gauss_hermite(count: int) -> tuple[np.ndarray, np.ndarray]:
    nodes, weights = np.polynomial.hermite_e.hermegauss(count)
    return nodes, weights / weights.sum()


def _overlaps() -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights of xi: Gauss-Legendre on panels that are fine near 0."""
    at, weight = np.polynomial.legendre.leggauss(_PANEL)
    half = np.diff(_EDGES)[:, None] / 2
    nodes = (np.asarray(_EDGES)[:-1, None] + half * (at + 1)).ravel()
    weights = (half * weight).ravel() * np.exp(-(nodes**2) / 2) / math.sqrt(2 * math.pi)
    return np.concatenate([-nodes[::-1], nodes]), np.concatenate([weights[::-1], weights])
