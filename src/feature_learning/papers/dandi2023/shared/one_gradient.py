"""Predictions for one gradient of a pure leap, neuron by neuron."""

import math

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.networks.activations import Activation

HALF = 0.5
"""The root mean square inner product for which a step size is sought."""


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
    polynomials gives ``E[y^2 z^2] = 2 l + 1``, so ``E[y^2 |x|^2] = d + 2 l``, and along the
    neuron ``E[g^2 sigma'(g)^2]`` stands for ``E sigma'^2``; the talk keeps d alone.
    """
    nodes, weights = gaussian_nodes(sigma.kinks)
    own = float(weights @ (nodes * sigma.derivative(nodes)) ** 2)
    return (sigma.slope_power * (d + 2 * leap - 1) + own) / (ratio * float(d) ** leap)


def own_strength(sigma: Activation, leap: int) -> float:
    """Return B_l of the part ``B_l m^l`` of the gradient along the neuron itself.

    References
    ----------
    Derived here: by Stein's lemma this part is ``E[y sigma''(<w, x>)]``, for ``y = H_l/sqrt(l!)``
    equal to ``mu_(l + 2) m^l/sqrt(l!)``.
    """
    return sigma.moment(leap + 2) / math.sqrt(math.factorial(leap))


def noise_along(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the square of the gradient's noise along the target's direction at n = ratio d^l.

    References
    ----------
    Derived here: ``E[y^2 z^2] E[sigma'^2]/n``, where ``E[y^2 z^2] = 2 l + 1``.
    """
    return (2 * leap + 1) * sigma.slope_power / (ratio * float(d) ** leap)


def gained_step(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the step size, over p, at which the inner product ``<w, w*>`` that the step adds has
    the root mean square `HALF`, for neurons of Gaussian overlap m, variance 1/d.

    The part of a gradient along the target is ``S_l m^(l - 1) + B_l m^(l + 1)`` and noise.
    """
    nodes, weights = gaussian_nodes()
    m = nodes / math.sqrt(d)
    mean = drive_strength(sigma, leap) * m ** (leap - 1)
    mean = mean + own_strength(sigma, leap) * m ** (leap + 1)
    return HALF / math.sqrt(weights @ mean**2 + noise_along(sigma, leap, ratio, d))


def cosine_at_step(sigma: Activation, leap: int, ratio: float, d: float) -> float:
    """Return the root mean square cosine with the direction after a step of size p d^((l-1)/2), for
    neurons of Gaussian overlap m, variance 1/d.

    References
    ----------
    Derived here: with the gradient ``alpha w* + beta w`` and the noise of `noise_square`, of which
    `noise_along` is along ``w*``, the weight is ``(1 + eta beta) w + eta alpha w*`` and noise.
    """
    nodes, weights = gaussian_nodes()
    m, step = nodes / math.sqrt(d), float(d) ** ((leap - 1) / 2)
    kept = 1 + step * own_strength(sigma, leap) * m**leap
    drive = step * drive_strength(sigma, leap) * m ** (leap - 1)
    overlap = (kept * m + drive) ** 2 + step**2 * noise_along(sigma, leap, ratio, d)
    square = kept**2 + 2 * kept * drive * m + drive**2
    square += step**2 * noise_square(sigma, leap, ratio, d)
    return math.sqrt(weights @ (overlap / square))
