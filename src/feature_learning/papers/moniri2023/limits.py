"""Gains of infinite steps: the theorem's, and those of gradients that are not of rank one."""

import math

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_moment
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.papers.moniri2023.finite import STEP, OneStep
from feature_learning.papers.moniri2023.model import HIGHEST
from feature_learning.papers.moniri2023.networks import Network
from feature_learning.papers.moniri2023.spikes import (
    Features,
    alignment,
    require_centred,
    tail_loads,
)


def projected_power(activation: Activation, link: Link, rho: float, degree: int) -> float:
    """Return ``||P g||^2``, the part of the target beyond its linear one that the spikes carry.

    P projects ``g(u) = sum_{m>=2} cs_m rho^m H_m(u)`` on the powers of u from 2 to the degree l of
    which the activation has a Hermite coefficient, with their linear part removed. There is no
    intercept, so a power keeps its constant. The cosine rho with the teacher is `alignment`.
    """
    powers = [k for k in range(2, degree + 1) if activation.hermite[k] != 0]
    if not powers:
        return 0.0
    h = np.array([gaussian_moment(k + 1) for k in powers])
    gram = np.array([[gaussian_moment(i + j) for j in powers] for i in powers]) - np.outer(h, h)
    load = tail_loads(link, rho, powers)
    return float(load @ np.linalg.solve(gram, load))


def limit_gains(features: Features, link: Link, degree: int, ridge: float) -> tuple[float, float]:
    """Return the theorem's gains (objective, test) for an infinite step in the range of a degree.

    That is l with ``(l-1)/(2l) < alpha < l/(2l+2)``; 0 gives no gain. The gain is
    ``cs_1^2 rho^2 X2 + ||P g||^2 X1`` with `projected_power`; ``X = lam M`` for the objective,
    ``-M'/M1^2`` for the test error. A target with a mean is refused.
    """
    require_centred(link)
    if degree == 0:
        return 0.0, 0.0
    t = features.traces(ridge)
    rho = alignment(link, features.phi)
    projected = projected_power(features.activation, link, rho, degree)
    linear = link.linear**2 * rho**2
    return (
        ridge * (linear * t.m2 + projected * t.m1),
        -(linear * t.dm2 + projected * t.dm1) / t.m1**2,
    )


def level_gains(
    features: Features, link: Link, network: Network, degree: int, ridge: float
) -> tuple[float, float]:
    """Return a network's gains (objective, test) for an infinite step in the range of a degree l.

    Raises
    ------
    UserError
        The degree is not from 1 to `HIGHEST`, up to which there are Hermite coefficients.

    References
    ----------
    Moniri et al. (2024), ICML, for the rank-one weights, see `limit_gains`.
    Derived here for the others: a row of the exact gradient has noise of squared norm s2 over that
    of a, so spike k is ``E_z (u + sqrt(delta) z)^k`` instead of u^k, with ``delta = s2/(c_1
    b)^2``. Gaussian rows give a constant feature of square ``2 c_2^2/psi``. The gain is ``q^T (G +
    T^-1)^-1 q`` on these functions, with G their products times M1, and ``T^-1`` zero but for the
    constant. A shifted ReLU has no odd spike but the first.
    """
    if not 1 <= degree <= HIGHEST:
        raise UserError(f"levels are known for l = 1 to {HIGHEST}, not {degree}")
    step = OneStep(features, link, network, math.inf, math.inf)
    delta = step.noise / (features.linear * step.scale) ** 2
    constant = 2 * float(features.activation.hermite[2]) ** 2 / features.psi * network.gaussian
    powers = [k for k in range(2, degree + 1) if features.activation.hermite[k] != 0]
    functions = np.array([smoothed_power(k, delta, degree) for k in powers])
    even = range(degree + 1)
    moments = np.array([[gaussian_moment(i + j) for j in even] for i in even])
    target = tail_loads(link, step.cosine, even)

    def form(penalty: float) -> float:
        t = features.traces(penalty)
        total = (link.linear * step.cosine) ** 2 * t.m2
        if powers:
            gram, means = functions @ moments @ functions.T, functions @ moments[0]
            if constant:  # it takes its part of the spikes' means
                gram = gram - np.outer(means, means) * t.m1 / (t.m1 + 1 / (t.tau * constant))
            load = functions @ target
            total += float(load @ np.linalg.solve(gram, load)) * t.m1
        return total

    low, high = ridge * (1 - STEP), ridge * (1 + STEP)
    slope = (form(high) - form(low)) / (high - low)
    return ridge * form(ridge), -slope / features.traces(ridge).m1 ** 2


def smoothed_power(power: int, variance: float, degree: int) -> np.ndarray:
    """Return the coefficients, in powers of u up to a degree, of ``E (u + sqrt(variance) z)^power``
    for a standard Gaussian z, shape (degree + 1,).

    Examples
    --------
    >>> smoothed_power(2, 0.5, 3).tolist()
    [0.5, 0.0, 1.0, 0.0]
    """
    coefficients = np.zeros(degree + 1)
    for lost in range(0, power + 1, 2):
        noise = variance ** (lost // 2) * gaussian_moment(lost)
        coefficients[power - lost] = math.comb(power, lost) * noise
    return coefficients
