"""Predictions for one gradient of a pure leap, neuron by neuron."""

import math
from collections.abc import Callable

from scipy.optimize import brentq

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.networks.activations import Activation

HALF = 0.5
"""The root mean square overlap for which a step size is sought."""


def drive_strength(sigma: Activation, leap: int) -> float:
    """Return S_l of the gradient's part along the target's direction, ``S_l m^(l - 1)`` for a
    neuron with the overlap m.

    References
    ----------
    Derived here: by Stein's lemma ``E[y sigma'(<w, x>) <w*, x>]`` is, to leading order in m,
    ``mu_l mu*_l m^(l - 1)/(l - 1)!`` with ``mu_l = E[sigma H_l] = l! c_l`` and, for
    ``y = H_l/sqrt(l!)``, ``mu*_l = sqrt(l!)``.
    """
    return float(leap * sigma.hermite[leap] * math.sqrt(math.factorial(leap)))


def noise_square(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the noise in the squared norm of a gradient at n = ratio d^l.

    Parameters
    ----------
    sigma, leap
        The activation and l.
    ratio
        ``n/d^l``.
    d
        Dimension.

    References
    ----------
    Derived here: ``E[y^2 |x|^2 sigma'^2]/n``. With ``y = H_l(z)/sqrt(l!)`` the recursion of Hermite
    polynomials gives ``E[y^2 z^2] = 2 l + 1``, so that ``E[y^2 |x|^2] = d + 2 l``, and along the
    neuron ``E[g^2 sigma'(g)^2]`` stands for ``E sigma'^2``; the talk keeps d alone.
    """
    nodes, weights = gaussian_nodes(sigma.kinks)
    own = float(weights @ (nodes * sigma.derivative(nodes)) ** 2)
    return (sigma.slope_power * (d + 2 * leap - 1) + own) / (ratio * float(d) ** leap)


def least_step(mean_square_overlap: Callable[[float], float]) -> float:
    """Return the least step at which a mean squared overlap, as a function of the step, is that of
    `HALF`; infinite if it is not between e^-10 and e^20.
    """

    def short(log_step: float) -> float:
        return mean_square_overlap(math.exp(log_step)) - HALF**2

    low, high = -10.0, 20.0
    return math.exp(brentq(short, low, high)) if short(low) < 0 < short(high) else math.inf


def half_step(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the step size, over p, at which the root mean square overlap is `HALF` for neurons of
    Gaussian overlap, variance 1/d; infinite if none is.

    References
    ----------
    Derived here: by Stein's lemma the gradient of a neuron with the overlap m is ``alpha w* + beta
    w`` with ``alpha = E[y' sigma']`` and ``beta = E[y sigma'']``, beside the batch's noise, whose
    square is `noise_square`, of which ``(2 l + 1) E sigma'^2/n`` is along ``w*``. For ``y =
    H_l(z)/sqrt(l!)`` they are ``mu_l m^(l - 1) l/sqrt(l!)`` and ``mu_(l + 2) m^l/sqrt(l!)``.
    """
    nodes, weights = gaussian_nodes()
    m, n = nodes / math.sqrt(d), ratio * float(d) ** leap
    alpha = drive_strength(sigma, leap) * m ** (leap - 1)
    beta = sigma.moment(leap + 2) / math.sqrt(math.factorial(leap)) * m**leap
    noise, along = noise_square(sigma, leap, ratio, d), (2 * leap + 1) * sigma.slope_power / n

    def mean_square_overlap(step: float) -> float:
        kept, drive = 1 + step * beta, step * alpha
        overlap = (kept * m + drive) ** 2 + step**2 * along
        square = kept**2 + 2 * kept * drive * m + drive**2 + step**2 * noise
        return float(weights @ (overlap / square))

    return least_step(mean_square_overlap)
