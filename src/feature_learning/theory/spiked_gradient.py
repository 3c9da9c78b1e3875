"""The first gradient step of a ReLU network on spiked data: how far its neurons turn to the spike.

A neuron starts at ``w ~ N(0, I/d)`` with bias ``b ~ N(0, 1)``. Inputs are
``N(0, I + theta mu mu^T)``, and labels are a function of ``z = <x, mu>/sqrt(1 + theta)``. Given
``xi = sqrt(d) <w, mu>`` and b, the neuron is active with probability ``Phi(h)``,
``h = sqrt((1 + theta)/d) xi z + b``, and its gradient has

    S   = sqrt(1 + theta) E[z f*(z) Phi(h)],
    s^2 = ((1 + theta) E[z^2 (f*^2 + noise) Phi(h)] - S^2)/n,
    o   = (d/n) E[(f*^2 + noise) Phi(h)] + E[f*(z) phi(h)]^2:

its mean along mu, its sampling variance along mu, and its energy orthogonal to mu.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.normal import density, distribution
from feature_learning.data.covariates import spike_scale
from feature_learning.data.links import Link

_NODES = (32, 40)  # of b and z
_EDGES = (0.0, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.5, 3.5, 8.5)  # of panels in |xi|: neurons that start without overlap turn least
_PANEL = 8


def gradient_alignments(links: Sequence[Link], d: float, strength: float, n_over_d: float) -> list[tuple[float, float]]:
    """Return how well each link's gradients align with the spike.

    Parameters
    ----------
    links
        f* and the variance of the label noise. Several cost hardly more than one.
    d, strength
        Dimension and theta.
    n_over_d
        Samples per dimension.

    Returns
    -------
    alignments : list of (float, float)
        For each link, the mean over neurons of ``cos^2(g, mu)``, and the mean share of their
        pre-activation's variance that z carries.

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
    h = (scale / math.sqrt(d) * xi)[:, None, None] * z + b[None, :, None]
    active, kink = distribution(h), density(h)
    weights = of_xi[:, None] * of_b
    found = []
    for link in links:
        values = link(z)
        power = values**2 + link.noise_variance
        signal = scale * (active @ (of_z * z * values))
        spread = np.maximum(scale**2 * (active @ (of_z * z**2 * power)) - signal**2, 0.0) / (n_over_d * d)
        across = (active @ (of_z * power)) / n_over_d + (kink @ (of_z * values)) ** 2
        alignment, share = (float((weights * _share(signal, np.sqrt(spread), rest)).sum()) for rest in (across, across / scale**2))
        found.append((alignment, share))
    return found


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
