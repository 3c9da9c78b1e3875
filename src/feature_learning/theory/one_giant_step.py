"""Overlaps with the teacher after one giant step from an output of zero (Dandi et al. 2023).

The step is ``w_i <- w_i + step a_i g_i`` with unit ``w_i`` and
``g_i = (1/n) sum y sigma'(<w_i, x>) x``. The authors' talk leaves out the moments
``mu_l(sigma)/(l-1)!`` and the noise of the labels. Both are kept here.
"""

import math

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.networks.activations import Activation


def gradient_cosine(
    activation: Activation, linear_norm: float, power: float, alpha: float
) -> float:
    """Return ``cos(g_i, v)`` for leap 1 at ``n = alpha d``, v the target's linear part.

    Parameters
    ----------
    activation
        Enters through ``mu_1`` and ``E sigma'^2``.
    linear_norm
        ``|v|``.
    power
        ``E y^2``.
    alpha
        Samples per dimension.

    References
    ----------
    Dandi, Krzakala, Loureiro, Pesce and Stephan (2023), arXiv 2305.18270: the theorem on one step
    with leap 1, which says that weights move along v.
    Derived here, its constants: ``E g_i = mu_1 v`` up to ``O(d^-1/2)``, and across v the sampling
    noise has squared norm ``(d/n) E y^2 E sigma'^2``.
    """
    signal = (activation.moment(1) * linear_norm) ** 2
    return math.sqrt(signal / (signal + power * activation.slope_power / alpha))


def weight_cosine(
    activation: Activation,
    linear_norm: float,
    power: float,
    alpha: float,
    step: float,
    mean: float = 0.0,
) -> float:
    """Return ``cos(w_i, v)`` after the step; without a mean of the labels it is odd in the step.

    Parameters
    ----------
    activation, linear_norm, power, alpha
        As in `gradient_cosine`.
    step
        The step size times ``a_i``.
    mean
        ``E y``.

    References
    ----------
    Dandi et al. (2023), arXiv 2305.18270: the theorem on one step with leap 1.
    Derived here: ``w_i`` starts orthogonal to v and to the gradient's noise up to ``O(d^-1/2)``,
    and the mean gradient has the part ``mu_2 E[y] w_i`` along it, so the squared norm after
    the step is ``(1 + step mu_2 E y)^2`` plus the square of the remaining part of the step.
    """
    signal = (step * activation.moment(1) * linear_norm) ** 2
    noise = step**2 * power * activation.slope_power / alpha
    kept = (1 + step * activation.moment(2) * mean) ** 2
    return math.copysign(math.sqrt(signal / (kept + signal + noise)), step)


def leap_constant(activation: Activation, leap: int, coefficient: float, power: float) -> float:
    """Return c of ``S = c x G^{2(l-1)}``, the signal-to-noise ratio of one step at leap l.

    Parameters
    ----------
    activation
        Enters through ``mu_l`` and ``E sigma'^2``.
    leap
        l.
    coefficient
        ``mu*_l = E[f* H_l]``, which is the square root of l! for ``H_l/sqrt(l!)``.
    power
        ``E y^2``.

    References
    ----------
    Dandi et al. (2023), arXiv 2305.18270: the theorem on one step with a leap above 1.
    Derived here, its constants: the degree-l part of the mean gradient is
    ``mu_l mu*_l/(l-1)! m^(l-1) w*`` at overlap ``m = G/sqrt d``, and the noise has squared norm
    ``(d/n) E y^2 E sigma'^2``. With ``x = n/d^l`` their ratio is S, and
    ``c = (mu_l mu*_l/(l-1)!)^2 / (E y^2 E sigma'^2)``.
    """
    signal = activation.moment(leap) * coefficient / math.factorial(leap - 1)
    return signal**2 / (power * activation.slope_power)


def leap_alignment(constant: float, leap: int, ratio: float) -> float:
    """Return the neurons' mean of ``cos^2(g_i, w*)`` for a single direction of leap l.

    It is also the best alignment of the weights over all step sizes.

    Parameters
    ----------
    constant
        From `leap_constant`.
    leap
        l.
    ratio
        ``n/d^l``.

    References
    ----------
    Derived here: ``E_G[S/(1+S)]`` with ``S = constant ratio G^{2(l-1)}``, where G ~ N(0, 1) is the
    neuron's initial overlap in units of ``d^{-1/2}``, see `leap_constant`.
    """
    nodes, weights = gaussian_nodes(
        [0.0, *(sign * reach for sign in (-1, 1) for reach in (0.01, 0.1, 0.3, 1))]
    )
    signal = constant * ratio * nodes ** (2 * (leap - 1))
    return float(weights @ (signal / (1 + signal)))
