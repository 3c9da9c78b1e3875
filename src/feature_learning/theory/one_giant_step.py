"""Overlaps after one giant step with the teacher, from an output that is zero before it (Dandi et al. 2023, theorem 1).

The step is ``w_i <- w_i + step a_i g_i`` with unit ``w_i`` and ``g_i = (1/n) sum y sigma'(<w_i, x>) x``. The talk leaves out
the moments ``mu_l(sigma)/(l-1)!`` and the noise of the labels; they are kept here.
"""

from __future__ import annotations

import math

import numpy as np

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.networks.activations import Activation


def gradient_cosine(activation: Activation, linear_norm: float, power: float, alpha: float) -> float:
    """Return ``cos(g_i, v)`` for leap 1 at ``n = alpha d``, v the target's linear part.

    Parameters
    ----------
    activation
    linear_norm
        ``|v|``.
    power
        ``E y^2``.
    alpha
        Samples a dimension.
    """
    signal = (activation.moment(1) * linear_norm) ** 2
    return math.sqrt(signal / (signal + power * activation.slope_power / alpha))


def weight_cosine(activation: Activation, linear_norm: float, power: float, alpha: float, step: float) -> float:
    """Return ``cos(w_i, v)`` after the step for ``a_i = 1`` (odd in ``a_i step``); parameters as in `gradient_cosine`."""
    signal = (step * activation.moment(1) * linear_norm) ** 2
    noise = step**2 * power * activation.slope_power / alpha
    return math.copysign(math.sqrt(signal / (1 + signal + noise)), step)


def leap_constant(activation: Activation, leap: int, coefficient: float, power: float) -> float:
    """Return c of ``S = c x G^{2(l-1)}``: ``(mu_l mu*_l/(l-1)!)^2 / (E y^2 E sigma'^2)``.

    Parameters
    ----------
    activation
    leap
        l.
    coefficient
        ``mu*_l = E[f* H_l]``; the square root of l! for ``H_l/sqrt(l!)``.
    power
        ``E y^2``.
    """
    signal = activation.moment(leap) * coefficient / math.factorial(leap - 1)
    return signal**2 / (power * activation.slope_power)


def leap_alignment(constant: float, leap: int, ratio: float) -> float:
    """Return the neurons' mean of ``cos^2(g_i, w*)`` for a single direction of leap l.

    ``E_G[S/(1+S)]`` with ``S = constant ratio G^{2(l-1)}``, G the neuron's initial overlap in units of ``d^{-1/2}``. It is
    also the best alignment of the weights over all step sizes.

    Parameters
    ----------
    constant
        From `leap_constant`.
    leap
        l.
    ratio
        ``n/d^l``.
    """
    nodes, weights = gaussian_nodes([0.0, *(sign * reach for sign in (-1, 1) for reach in (0.01, 0.1, 0.3, 1))])
    signal = constant * ratio * nodes ** (2 * (leap - 1))
    return float(weights @ (signal / (1 + signal)))


def mirror_pair_second_step(linear_norm: float, product: float, power: float, alpha: float, step: float) -> np.ndarray:
    """Return the expected gradient of a ReLU neuron with ``a = 1`` in the second step, for ``y = |v| t + product t s``.

    Parameters
    ----------
    linear_norm
        ``|v|``.
    product
        The coefficient of ``t s``, s orthogonal to t.
    power, alpha, step
        As in `weight_cosine`.

    Returns
    -------
    components : (2,)
        Along t and s; a neuron with ``a = -1`` has them ``(t, -s)``.
    """
    kappa = first_step_slope(step, 0.5 * linear_norm, power, alpha)
    return np.array([0.5 * (linear_norm - step * linear_norm / 4), product * kappa / math.sqrt(2 * math.pi * (1 + kappa**2))])


def first_step_slope(step: float, signal: float, power: float, alpha: float) -> float:
    """Return kappa: a ReLU neuron's overlap with t after a step over the norm of the rest of it.

    Parameters
    ----------
    step
        The step size times ``a_i``.
    signal
        ``mu_1 |v|``.
    power, alpha
        ``E y^2`` and samples a dimension.
    """
    return step * signal / math.sqrt(1 + step**2 * power / 2 / alpha)


def gated_moments(kappa: float) -> np.ndarray:
    """Return ``(E[z Phi(kappa z)], E[H_3(z) Phi(kappa z)])``: what a half-space at slope kappa sees of degrees 1 and 3.

    Neurons of one ``|a_i|`` share ``|kappa|``, hence the ratio of the two, hence one new direction only.
    """
    first = kappa / math.sqrt(2 * math.pi * (1 + kappa**2))
    return np.array([first, -first * kappa**2 / (1 + kappa**2)])
