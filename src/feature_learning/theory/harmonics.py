"""Inner-product kernels and random features on the sphere, diagonalised by spherical harmonics."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.special import eval_gegenbauer, gammaln

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.theory.deterministic_equivalents import Spectrum

_FAR = 12  # standard deviations, where the Gaussian nodes end


def multiplicity(d: int, degree: int) -> int:
    """Return the number of harmonics of a degree on the sphere in d dimensions.

    Parameters
    ----------
    d
        Dimension of the space around the sphere.
    degree
        At least 0.

    References
    ----------
    Atkinson and Han (2012), "Spherical harmonics and approximations on the unit sphere": the
    dimension of the space of harmonics, homogeneous polynomials of the degree less those of two
    degrees lower.

    Examples
    --------
    >>> [multiplicity(30, k) for k in range(4)]
    [1, 30, 464, 4930]
    """
    return math.comb(d + degree - 1, degree) - (
        math.comb(d + degree - 3, degree - 2) if degree >= 2 else 0
    )


def sphere_nodes(d: int, kinks: Sequence[float] = ()) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights for means over one coordinate of the sphere.

    They are for functions of ``sqrt d t``, where t is a coordinate of a uniform point of the unit
    sphere.

    Parameters
    ----------
    d
        Dimension.
    kinks
        Values of ``sqrt d t`` at which the function is not smooth.

    Returns
    -------
    nodes, weights : (nodes,)
        Nodes are values of ``sqrt d t``; the weights add up to one.

    References
    ----------
    Derived here: t has the density ``Gamma(d/2)/(sqrt(pi) Gamma((d-1)/2)) (1 - t^2)^((d-3)/2)`` on
    [-1, 1], which is the Gaussian one of ``sqrt d t`` times
    ``c (1 - t^2)^((d-3)/2) exp(d t^2/2)``. So Gaussian nodes serve every d.
    """
    reach = math.sqrt(d)
    nodes, weights = gaussian_nodes([*kinks, *((-reach, reach) if reach < _FAR else ())])
    inside = np.abs(nodes) < reach
    nodes, weights = nodes[inside], weights[inside]
    constant = gammaln(d / 2) - gammaln((d - 1) / 2) - math.log(d / 2) / 2
    return nodes, weights * np.exp(
        constant + (d - 3) / 2 * np.log1p(-(nodes**2) / d) + nodes**2 / 2
    )


def feature_spectrum(
    activation: Callable[[np.ndarray], np.ndarray], d: int, degree: int, kinks: Sequence[float] = ()
) -> Spectrum:
    """Return the spectrum of the kernel ``E_w sigma(<w, x>) sigma(<w, x'>)``.

    Here w is uniform on the unit sphere and ``|x|^2 = d``.

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

    References
    ----------
    Funk and Hecke's formula (Atkinson and Han 2012):
    ``sigma(<w, x>) = sum_k s_k N_k P_k(<w, x>/sqrt d)`` with ``s_k = E[sigma(sqrt d t) P_k(t)]``
    and Gegenbauer polynomials ``P_k(1) = 1``.
    Derived here: ``E_w P_k(<w, u>) P_k(<w, v>) = P_k(<u, v>)/N_k`` makes the eigenvalue of degree k
    ``lam_k = s_k^2``; the tail is ``E sigma^2 - sum_k N_k lam_k``.
    """
    nodes, weights = sphere_nodes(d, kinks)
    values, index = weights * activation(nodes), (d - 2) / 2
    projections = [
        float(
            values
            @ eval_gegenbauer(k, index, nodes / math.sqrt(d))
            / eval_gegenbauer(k, index, 1.0)
        )
        for k in range(degree + 1)
    ]
    eigenvalues = np.array(projections) ** 2
    multiplicities = np.array([multiplicity(d, k) for k in range(degree + 1)], dtype=float)
    tail = float(values @ activation(nodes)) - float(eigenvalues @ multiplicities)
    return Spectrum(eigenvalues, multiplicities, max(tail, 0.0))


def kernel_spectrum(kernel: Callable[[np.ndarray], np.ndarray], d: int, degree: int) -> Spectrum:
    """Return the spectrum of an inner-product kernel on the sphere.

    Parameters
    ----------
    kernel
        Elementwise, of the cosine of the angle between two inputs.
    d
        Dimension, at least 3.
    degree
        Harmonics above it go into the tail.

    References
    ----------
    Funk and Hecke's formula (Atkinson and Han 2012): the eigenvalue of degree k is
    ``E[kernel(t) P_k(t)]``, t one coordinate of the unit sphere and P_k the Gegenbauer polynomial
    with ``P_k(1) = 1``. The trace is ``kernel(1)``.
    """
    nodes, weights = sphere_nodes(d)
    cosines, index = nodes / math.sqrt(d), (d - 2) / 2
    values = weights * kernel(cosines)
    eigenvalues = np.array(
        [
            values @ eval_gegenbauer(k, index, cosines) / eval_gegenbauer(k, index, 1.0)
            for k in range(degree + 1)
        ]
    )
    multiplicities = np.array([multiplicity(d, k) for k in range(degree + 1)], dtype=float)
    tail = float(kernel(np.ones(1))[0] - eigenvalues @ multiplicities)
    return Spectrum(np.clip(eigenvalues, 0, None), multiplicities, max(tail, 0.0))
