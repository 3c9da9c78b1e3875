"""Mean-field law of the weights' norms for two centred isotropic Gaussians.

The labels are +1 or -1, the inputs N(0, (1 +- Delta)^2 I). A rotation-invariant law of weights
stays so, and only the norms r = |w| matter. With ``q(r) = E sigma(r g)`` of the piecewise linear
activation, and inputs of norm ``(1 +- Delta) s sqrt d``,

    yhat_+-(s) = mean over r of q((1 +- Delta) s r),
    dr/dt = - sum over the classes of E_s [(yhat_+-(s) -+ 1) (1 +- Delta) s q'((1 +- Delta) s r)],
    risk = (1/2) sum over the classes of E_s (+-1 - yhat_+-(s))^2.

In d dimensions s is a chi variable over sqrt d; at d = infinity it is 1. One thing is neglected at
finite d: for a weight and an input of given norms, their product is not exactly Gaussian.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density, distribution
from feature_learning.networks.activations import RAMP, RAMP_VALUES
from feature_learning.theory.online_odes import checked_times, integrate

_NODES = 32


def radial_mean(r: np.ndarray) -> np.ndarray:
    """Return ``q(r) = E sigma(r g)`` of the piecewise linear activation, any shape, r > 0.

    References
    ----------
    Mei, Montanari and Nguyen (2018), "A mean field view of the landscape of two-layer neural
    networks", PNAS 115(33): the function q of the example with centred isotropic Gaussians.
    Derived here: sigma is a constant plus two hinges, and
    ``E max(r g - t, 0) = r phi(t/r) - t Phi(-t/r)``.
    """

    def above(kink: float) -> np.ndarray:
        return np.asarray(r * density(kink / r) - kink * distribution(-kink / r))

    return np.asarray(RAMP_VALUES[0] + _slope() * (above(RAMP[0]) - above(RAMP[1])))


def radial_slope(r: np.ndarray) -> np.ndarray:
    """Return ``q'(r)``.

    References
    ----------
    Derived here: the derivative of ``r phi(t/r) - t Phi(-t/r)`` in r is ``phi(t/r)``.
    """
    densities = [density(kink / r) for kink in RAMP]
    return np.asarray(_slope() * (densities[0] - densities[1]))


def _slope() -> float:
    return (RAMP_VALUES[1] - RAMP_VALUES[0]) / (RAMP[1] - RAMP[0])


def chi_nodes(d: float) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights for ``chi_d / sqrt d``; one node at 1 for d = infinity.

    Raises
    ------
    UserError
        d is below 1.

    References
    ----------
    Derived here: ``chi^2/2`` has the gamma law of shape d/2, for which generalised Gauss-Laguerre
    nodes with exponent ``d/2 - 1`` are exact on polynomials.
    """
    if d < 1:
        raise UserError(f"dimension {d}: must be at least 1")
    if math.isinf(d):
        return np.ones(1), np.ones(1)
    from scipy.special import roots_genlaguerre

    halves, weights = roots_genlaguerre(_NODES, d / 2 - 1)  # chi^2/2 has the gamma law with d/2
    return np.sqrt(2 * halves / d), weights / weights.sum()


@dataclass(frozen=True)
class RadialFlow:
    """The law of norms of an infinitely wide network.

    Attributes
    ----------
    delta
        Delta.
    spread
        Weights start from N(0, spread^2 I/d).
    d
        The dimension, which may be ``math.inf``.

    Raises
    ------
    UserError
        Delta is not in [0, 1), or the spread is not positive.

    References
    ----------
    Mei, Montanari and Nguyen (2018), PNAS 115(33): distributional dynamics for centred isotropic
    Gaussians, reduced to the norms, at d = infinity.
    Derived here: at finite d the inputs' norms fluctuate as chi variables, so that outputs and
    slopes are averaged over s, outside the squares.
    """

    delta: float
    spread: float
    d: float

    def __post_init__(self) -> None:
        if not 0 <= self.delta < 1:
            raise UserError(f"Delta = {self.delta}: must be in [0, 1)")
        if not self.spread > 0:
            raise UserError(f"spread of the initial weights {self.spread}: must be positive")

    def solve(self, times: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
        """Return the risk and the mean norm at `times`, each of shape (times,).

        Raises
        ------
        UserError
            Times do not ascend from 0 on.
        """
        at = checked_times(times)
        s, weights = chi_nodes(self.d)
        classes = (1.0, -1.0)
        # At the start the weights' norms have the same law as the inputs'.
        start = self.spread * s

        def outputs(r: np.ndarray, sign: float) -> np.ndarray:
            return radial_mean(np.outer((1 + sign * self.delta) * s, r)) @ weights

        def right_side(_: float, r: np.ndarray) -> np.ndarray:
            change = np.zeros_like(r)
            for sign in classes:
                scale = (1 + sign * self.delta) * s
                change -= (weights * (outputs(r, sign) - sign) * scale) @ radial_slope(np.outer(scale, r))
            return change

        norms = integrate(right_side, start, at, 1e-8)
        risks = [0.5 * sum(float(weights @ (sign - outputs(r, sign)) ** 2) for sign in classes) for r in norms]
        return np.array(risks), norms @ weights
