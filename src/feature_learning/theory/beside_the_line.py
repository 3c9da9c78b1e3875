"""Sizes of the overlaps with directions that one giant step does not learn, and with those of a
pure leap.

A direction that is not learned keeps a cosine of order d^(-1/2), whose constant is known. See
`one_giant_step` for the step and for the direction that a leap of 1 learns.
"""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import exp1

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation

_NONE = 1e-24  # coefficients by quadrature are not exactly zero
_NODES = 16  # exact: the integrands are polynomials of degree below 32


def across_constant(
    target: HermiteTarget, activation: Activation, alpha: float, step: float
) -> float:
    """Return the limit of d times the mean squared cosine across the line, after one step at ``n =
    alpha d``.

    The line is that of the target's linear part, and half of the neurons have ``a_i = 1``, the
    others ``a_i = -1``.

    Parameters
    ----------
    target
        Of two directions, with a linear part.
    activation, alpha
        As in `chance_constant`.
    step
        The step size.

    References
    ----------
    Derived here, as in `chance_constant`, with u orthogonal to the linear part.
    """
    first, second = target.linear() / np.linalg.norm(target.linear())
    across = np.array([-second, first])
    return chance_constant(target, across, activation, alpha, [step, -step])


def chance_constant(
    target: HermiteTarget,
    direction: np.ndarray,
    activation: Activation,
    alpha: float,
    pushes: ArrayLike,
) -> float:
    """Return d times the part of the mean squared cosine with a direction that the initial weights
    and the batch's noise give it, after one step at ``n = alpha d``: all of it where the step does
    not learn the direction.

    Parameters
    ----------
    target
        Of r directions.
    direction : (r,)
        A unit vector.
    activation
        Enters through ``mu_1``, ``mu_2`` and ``E sigma'^2``.
    alpha
        Samples per dimension.
    pushes : (p,)
        The step size times the readout of each neuron, over which the mean is taken.

    References
    ----------
    Derived here: with u the direction and ``s_i = a_i step``, ``<w_i', u> = <w_i, (1 + s_i mu_2 (E
    y + A)) u>`` plus the batch's noise of variance ``s_i^2 (E y^2 <u, z>^2 E sigma'^2 - mu_1^2 <u,
    v>^2)/(alpha d)``, where ``A = E D^2 f*`` and v is the linear part. The squared norm is ``(1 +
    s_i mu_2 E y)^2 + s_i^2 (mu_1^2 |v|^2 + E y^2 E sigma'^2/alpha)``.
    """
    r, linear = target.index, target.linear()
    at, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    z = np.stack(np.meshgrid(*[at] * r), axis=-1).reshape(-1, r)
    measure = np.prod(np.meshgrid(*[weights / weights.sum()] * r), axis=0).ravel()
    y = target(z)
    mean = float(measure @ y)
    curvature = np.einsum("i,i,ijk->jk", measure, y, z[:, :, None] * z[:, None, :] - np.eye(r))
    noise = activation.slope_power / alpha
    spread = noise * float(measure @ (y * (z @ direction)) ** 2)
    spread -= (activation.moment(1) * float(linear @ direction)) ** 2 / alpha
    grown = activation.moment(1) ** 2 * float(linear @ linear) + noise * target.square_norm
    s = np.asarray(pushes, dtype=float)
    bent = s * activation.moment(2)
    turned = np.outer(1 + bent * mean, direction) + np.outer(bent, curvature @ direction)
    square = (1 + bent * mean) ** 2 + s**2 * grown
    return float((((turned**2).sum(axis=1) + s**2 * spread) / square).mean())


def leap_two_strength(
    activation: Activation, coefficient: float, power: float, ratio: float
) -> float:
    """Return the root mean square cosine with each of two directions after a step of size ``sqrt
    d`` at ``n = ratio d^2``.

    The target is ``coefficient (H_2(z_1) + H_2(z_2))``.

    Parameters
    ----------
    activation
        Enters through ``mu_2`` and ``E sigma'^2``.
    coefficient
        Of both terms.
    power
        ``E y^2``.
    ratio
        ``n/d^2``.

    Returns
    -------
    cosine
        Its limit in high dimension; 0 for an activation without ``mu_2``, such as an odd one.

    References
    ----------
    Derived here: at an initial overlap ``G/sqrt d`` with ``G ~ N(0, I_2)`` the weights' part in the
    plane is ``2 mu_2 coefficient G``, of square ``t X`` with ``t = 2 (2 mu_2 coefficient)^2`` and X
    exponential of mean 1; the remainder has square ``c = 1 + E y^2 E sigma'^2/ratio``, and ``E[t
    X/(c + t X)] = 1 - (c/t) exp(c/t) E_1(c/t)`` for two directions.
    """
    signal = 2 * (2 * activation.moment(2) * coefficient) ** 2
    if signal < _NONE:
        return 0.0
    share = (1 + power * activation.slope_power / ratio) / signal
    return math.sqrt((1 - share * math.exp(share) * exp1(share)) / 2)


def exclusion(activation: Activation, ratio: float) -> tuple[float, float]:
    """Return the root mean square cosines with w1, and with w2 times ``sqrt d``, after one step on
    a target of degrees 2 and 3.

    The target is ``H_2(z_1)/sqrt 2 + H_3(z_2)/sqrt 6``, and the step has size ``sqrt d`` at ``n =
    ratio d^2``.

    Parameters
    ----------
    activation
        Enters through ``mu_2``, ``mu_3`` and ``E sigma'^2``.
    ratio
        ``n/d^2``.

    References
    ----------
    Dandi, Krzakala, Loureiro, Pesce and Stephan (2023), arXiv 2305.18270: the theorem on one step
    with a leap above 1, by which only the directions of the terms of least degree are learned.
    Derived here, its constants: at initial overlaps ``G_k/sqrt d`` the part along w1 is ``s_1 G_1``
    with ``s_1 = sqrt 2 mu_2``; along w2 it is ``(G_2 + s_2 G_2^2)/sqrt d`` up to sign, with ``s_2 =
    sqrt 6 mu_3/2``, and noise of variance ``E[y^2 z_2^2] E sigma'^2/(ratio d)``, in which the mean
    is 8. The squared norm is ``1 + s_1^2 G_1^2 + E y^2 E sigma'^2/ratio`` with ``E y^2 = 2``.
    """
    first, second = math.sqrt(2) * activation.moment(2), math.sqrt(6) / 2 * activation.moment(3)
    noise = activation.slope_power / ratio
    nodes, weights = gaussian_nodes()
    signal = (first * nodes) ** 2
    norm = 1 + 2 * noise + signal
    return math.sqrt(weights @ (signal / norm)), math.sqrt(
        (1 + 3 * second**2 + 8 * noise) * (weights @ (1 / norm))
    )
