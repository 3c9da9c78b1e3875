"""Alignment of the first gradient with a single direction at a finite dimension, for a pure leap.

The limit of `one_giant_step.leap_alignment` keeps the leading order in 1/d. Here the overlap of a
neuron is a number, not a small one, and the batch's noise along the direction and within the plane
of neuron and teacher has its own size. So predictions exist for each neuron from its own overlap.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density, distribution
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.targets import pure_leap, single_index
from feature_learning.networks.activations import Activation
from feature_learning.theory.harmonics import sphere_nodes
from feature_learning.theory.one_giant_step import leap_alignment, leap_constant

_NEAR_ZERO = [0.0, *(sign * reach for sign in (-1, 1) for reach in (0.01, 0.1, 0.3, 1.0))]
_CHUNK = 64  # overlaps at a time


def finite_alignment(
    activation: Activation,
    link: Callable[[np.ndarray], np.ndarray],
    d: int,
    sizes: np.ndarray,
    overlaps: np.ndarray,
) -> np.ndarray:
    """Return the expected ``cos^2(g_i, w*)`` of the first gradient, for neurons with given
    overlaps.

    Parameters
    ----------
    activation
        A ReLU with a threshold, possibly shifted: what is used is ``sigma' = 1(lam > b)``.
    link
        f of ``y = f(<w*, x>)``, elementwise.
    d
        Dimension, at least 3.
    sizes : (sizes,)
        The numbers of samples n.
    overlaps : (neurons,)
        ``m_i = <w_i, w*>`` of unit vectors, between -1 and 1.

    Returns
    -------
    alignment : (sizes, neurons)

    Raises
    ------
    UserError
        The activation has no threshold.

    References
    ----------
    Derived here: with ``z = <w*, x>`` and ``<w_i, x> = m z + q t``, ``q^2 = 1 - m^2``, the gradient
    is a mean of ``f(z) s x``, ``s = sigma'``. Along w* its mean is ``G1 = E f s z`` and its
    variance ``(E f^2 s z^2 - G1^2)/n``; along the remaining part of the neuron ``G2 = E f s t`` and
    ``(E f^2 s t^2 - G2^2)/n``; in each of the other d - 2 dimensions 0 and ``E f^2 s/n``. The
    cosine's square is ``A/(A + R)``, with A along w*, which fluctuates, and R the mean of the
    remainder.
    """
    if activation.hinge is None:
        raise UserError(
            "the alignment at a finite dimension is known for ReLUs with a threshold, not for "
            f"{activation.name}"
        )
    threshold = activation.hinge[0]
    z, weights = gaussian_nodes()
    f = link(z)
    xi, law = gaussian_nodes(_NEAR_ZERO)
    n = np.asarray(sizes, dtype=float)[:, None]
    found = np.empty((len(n), len(overlaps)))
    for start in range(0, len(overlaps), _CHUNK):
        m = np.asarray(overlaps[start : start + _CHUNK], dtype=float)[:, None]
        low = (threshold - m * z) / np.sqrt(1 - m**2)
        above, edge = distribution(-low), density(low)
        along, beside = (above * (f * z)) @ weights, (edge * f) @ weights
        square, square_along = (above * f**2) @ weights, (above * (f * z) ** 2) @ weights
        square_beside = ((above + low * edge) * f**2) @ weights
        rest = beside**2 + ((d - 2) * square + square_beside - beside**2) / n
        spread = np.sqrt((square_along - along**2) / n)
        signal = (along[:, None] + spread[:, :, None] * xi) ** 2
        found[:, start : start + _CHUNK] = (signal / (signal + rest[:, :, None])) @ law
    return found


def mean_finite_alignment(
    activation: Activation, link: Callable[[np.ndarray], np.ndarray], d: int, sizes: np.ndarray
) -> np.ndarray:
    """Return the mean of `finite_alignment` over neurons that are uniform on the sphere, shape
    (sizes,).

    Parameters
    ----------
    activation, link, d, sizes
        As there.

    References
    ----------
    Derived here: the overlap has the density ``(1 - m^2)^((d-3)/2)`` up to a constant.
    """
    nodes, weights = sphere_nodes(d, _NEAR_ZERO)
    return finite_alignment(activation, link, d, sizes, nodes / math.sqrt(d)) @ weights


def pure_leap_alignment(
    activation: Activation, leap: int, d: int, ratios: Sequence[float]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean alignment for ``y = He_l(<w*, x>)``, in the limit and at a finite dimension.

    Parameters
    ----------
    activation
        As in `finite_alignment`.
    leap
        l.
    d
        Dimension, at least 3.
    ratios : (ratios,)
        ``n/d^l``.

    Returns
    -------
    limit : (ratios,)
        For d to infinity.
    finite : (ratios,)
        At d, minus the ``1/d`` of a random direction.

    References
    ----------
    Derived here, see `one_giant_step.leap_alignment` and `finite_alignment`.
    """
    constant = leap_constant(
        activation, leap, math.sqrt(math.factorial(leap)), single_index(leap).square_norm
    )
    limit = np.array([leap_alignment(constant, leap, ratio) for ratio in ratios])
    sizes = np.asarray(ratios, dtype=float) * float(d) ** leap
    return limit, mean_finite_alignment(activation, pure_leap(leap), d, sizes) - 1 / d
