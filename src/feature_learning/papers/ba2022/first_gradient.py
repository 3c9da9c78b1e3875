"""First gradient of a ReLU neuron on isotropic data: its mean, and the error of an average.

The neuron has weights w and bias b, the network's output is zero, and labels are ``f(z) + noise``
with ``z = <x, beta>``. Write ``xi = <w, beta>``, ``s^2 = ||w||^2 - xi^2`` and
``h(z) = (xi z + b)/s``. Given z, the neuron is active with probability ``Phi(h)``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.normal import density, distribution
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link

_NODES = (12, 40)  # of xi and b


@dataclass(frozen=True)
class MeanGradient:
    """The mean gradient of many neurons, ``along beta + (across/s)(w - xi beta)``.

    Attributes
    ----------
    along, across : (links, neurons)
        Its component along beta, and its norm, with a sign, along the remaining part of w.
    variance : (links, neurons)
        The mean squared distance of one sample's gradient from it.
    """

    along: np.ndarray
    across: np.ndarray
    variance: np.ndarray

    @property
    def square(self) -> np.ndarray:
        """The squared norm, (links, neurons)."""
        return self.along**2 + self.across**2


def mean_gradient(
    links: Sequence[Link], d: float, xi: np.ndarray, s: np.ndarray, b: np.ndarray
) -> MeanGradient:
    """Return ``E x sigma'(<x, w> + b) y`` of ReLU neurons, for each target f with its label noise.

    Parameters
    ----------
    xi, s, b : (neurons,)
        Overlap with beta, norm of the remaining part of w, and bias.

    References
    ----------
    Wu, "Feature learning in two-layer neural networks under structured data" (talk), slide
    "Limitation under Isotropic Data": this gradient, by Stein's lemma, in orders of d.
    Derived here: the inputs are ``z beta + g u + rest`` with u along ``w - xi beta``, and the
    neuron is active where ``h + g > 0``. So ``E[1 | z] = Phi(h)``, ``E[g 1 | z] = phi(h)`` and
    ``E[g^2 1 | z] = Phi(h) - h phi(h)``; the remaining d - 2 coordinates are independent of z and
    g. The mean is ``E[f z Phi(h)]`` along beta and ``E[f phi(h)]`` along u, and that of ``||x||^2
    y^2 1`` is ``E[(f^2 + noise)((d - 1 + z^2) Phi(h) - h phi(h))]``.
    """
    z, weights = gaussian_nodes(tuple(corner for link in links for corner in link.corners))
    h = (xi[:, None] * z + b[:, None]) / s[:, None]
    active, edge = distribution(h), density(h)
    values = np.array([link(z) for link in links])
    power = values**2 + np.array([link.noise_variance for link in links])[:, None]
    along, across = (weights * values * z) @ active.T, (weights * values) @ edge.T
    moment = (weights * power * (d - 1 + z**2)) @ active.T - (weights * power) @ (h * edge).T
    return MeanGradient(along, across, moment - along**2 - across**2)


def typical_norms(links: Sequence[Link], d: float, n: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the norms (links,) of the mean gradient and the errors of an average over n samples.

    Both are root mean squares over neurons with ``xi ~ N(0, 1/d)``, ``b ~ N(0, 1)`` and
    ``s^2 = 1 - 1/d``, its mean.

    Examples
    --------
    >>> norm, error = typical_norms([Link.orthonormal(0, 1)], 10**6, 8 * 10**6)
    >>> [round(float(value), 4) for value in (*norm, *error)]
    [0.5774, 0.25]
    """
    (xi, of_xi), (b, of_b) = map(np.polynomial.hermite_e.hermegauss, _NODES)
    overlaps = np.repeat(xi / math.sqrt(d), len(b))
    measure = np.outer(of_xi / of_xi.sum(), of_b / of_b.sum()).ravel()
    rest = np.full_like(overlaps, math.sqrt(1 - 1 / d))
    mean = mean_gradient(links, d, overlaps, rest, np.tile(b, len(xi)))
    return np.sqrt(mean.square @ measure), np.sqrt(mean.variance @ measure / n)
