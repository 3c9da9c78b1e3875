"""Inner-product kernels and random features on the sphere, diagonalised by harmonics."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.special import eval_gegenbauer, gammaln

from feature_learning.theory.deterministic_equivalents import Spectrum

_NODES = 400


def multiplicity(d: int, degree: int) -> int:
    """Return the number of harmonics of a degree on the sphere in d dimensions.

    Examples
    --------
    >>> [multiplicity(30, k) for k in range(4)]
    [1, 30, 464, 4930]
    """
    return math.comb(d + degree - 1, degree) - (math.comb(d + degree - 3, degree - 2) if degree >= 2 else 0)


def sphere_nodes(d: int, kinks: Sequence[float] = ()) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights for expectations of a function of ``sqrt d t``, t one coordinate of the unit sphere.

    Parameters
    ----------
    d
        Dimension.
    kinks
        Points of ``sqrt d t`` where the function is not smooth.

    Returns
    -------
    nodes, weights : (nodes,)
        Nodes are values of ``sqrt d t``; the weights add up to one.
    """
    reach = math.sqrt(d)
    edges = np.unique(np.clip([-reach, *kinks, reach], -reach, reach))
    at, weight = np.polynomial.legendre.leggauss(_NODES)
    half = np.diff(edges)[:, None] / 2
    nodes = (edges[:-1, None] + half * (at + 1)).ravel()
    constant = gammaln(d / 2) - gammaln((d - 1) / 2) - math.log(math.pi) / 2 - math.log(reach)
    density = np.exp(constant + (d - 3) / 2 * np.log1p(-np.minimum((nodes / reach) ** 2, 1 - 1e-300)))
    return nodes, (half * weight).ravel() * density


def feature_spectrum(activation: Callable[[np.ndarray], np.ndarray], d: int, degree: int, kinks: Sequence[float] = ()) -> Spectrum:
    """Return the spectrum of the kernel ``E_w sigma(<w, x>) sigma(<w, x'>)``, w on the unit sphere, ``|x|^2 = d``.

    Parameters
    ----------
    activation
        sigma, elementwise.
    d
        Dimension, at least 3.
    degree
        Harmonics above it go into the tail.
    kinks
        Where sigma is not smooth.

    Notes
    -----
    ``lam_k = (E[sigma(sqrt d t) P_k(t)])^2`` with Gegenbauer polynomials ``P_k(1) = 1``.
    """
    nodes, weights = sphere_nodes(d, kinks)
    values, index = weights * activation(nodes), (d - 2) / 2
    projections = [
        float(values @ eval_gegenbauer(k, index, nodes / math.sqrt(d)) / eval_gegenbauer(k, index, 1.0)) for k in range(degree + 1)
    ]
    eigenvalues = np.array(projections) ** 2
    multiplicities = np.array([multiplicity(d, k) for k in range(degree + 1)], dtype=float)
    tail = float(values @ activation(nodes)) - float(eigenvalues @ multiplicities)
    return Spectrum(eigenvalues, multiplicities, max(tail, 0.0))
