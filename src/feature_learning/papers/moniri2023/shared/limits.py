"""Gains of infinite steps: the theorem's, and those of gradients that are not of rank one."""

import math

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_moment
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.papers.moniri2023.shared.finite import STEP, OneStep
from feature_learning.papers.moniri2023.shared.model import alignment
from feature_learning.papers.moniri2023.shared.networks import Network
from feature_learning.papers.moniri2023.shared.spikes import Features, require_centred, tail_loads


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
    """Return a network's gains (objective, test) for an infinite step in the range of l = 1 or 2.

    Raises
    ------
    UserError
        The degree l is another one: beyond 2 further spikes would have to be counted.

    References
    ----------
    Moniri et al. (2024), ICML, for the rank-one weights, see `limit_gains`.
    Derived here for the others: a row of the exact gradient has noise of squared norm s2 over that
    of a, so that spike 2 is ``u^2 + delta`` in place of u^2, with ``delta = s2/(c_1 b)^2``.
    Gaussian rows give a constant feature of square ``2 c_2^2/psi``. The gain is ``q^T (G + T^-1)^-1
    q`` on the two, with G the products of these functions, times M1, and ``T^-1`` zero but for the
    constant.
    """
    if degree not in (1, 2):
        raise UserError(f"the gains of a network itself are known for l = 1 and 2, not {degree}")
    step = OneStep(features, link, network, math.inf, math.inf)
    delta = step.noise / (features.linear * step.scale) ** 2
    constant = 2 * float(features.activation.hermite[2]) ** 2 / features.psi * network.gaussian

    def form(penalty: float) -> float:
        t = features.traces(penalty)
        total = (link.linear * step.cosine) ** 2 * t.m2
        if degree > 1:
            norm = 3 + 2 * delta + delta**2
            # What the constant takes of the spike's mean, which is 1 + delta.
            norm -= (1 + delta) ** 2 * t.m1 / (t.m1 + 1 / (t.tau * constant)) if constant else 0.0
            load = math.sqrt(2) * float(link.coefficients(2)[2]) * step.cosine**2
            total += load**2 / norm * t.m1
        return total

    low, high = ridge * (1 - STEP), ridge * (1 + STEP)
    slope = (form(high) - form(low)) / (high - low)
    return ridge * form(ridge), -slope / features.traces(ridge).m1 ** 2
