"""Mean-field law of the weights' norms for two centred isotropic Gaussians.

The labels are +1 or -1, the inputs N(0, (1 +- Delta)^2 I). A rotation-invariant law of weights
stays so, and only the norms r = |w| matter. With ``q(r) = E sigma(r u)`` of the piecewise linear
activation, u being sqrt d times a coordinate of the unit sphere, and inputs of norm
``(1 +- Delta) s sqrt d``,

    yhat_+-(s) = mean over r of q((1 +- Delta) s r),
    dr/dt = - sum over the classes of E_s [(yhat_+-(s) -+ 1) (1 +- Delta) s q'((1 +- Delta) s r)],
    risk = (1/2) sum over the classes of E_s (+-1 - yhat_+-(s))^2.

In d dimensions s is a chi variable over sqrt d; at d = infinity it is 1, and u is Gaussian.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density, distribution
from feature_learning.networks.activations import RAMP, RAMP_VALUES
from feature_learning.theory.online_odes import checked_times, integrate

_NODES = 32


def radial_mean(r: np.ndarray, d: float = math.inf) -> np.ndarray:
    """Return ``q(r) = E sigma(r u)`` of the piecewise linear activation, any shape, r > 0.

    Parameters
    ----------
    r
        Norm of the weight times that of the input, over sqrt d.
    d
        The dimension, at least 3, or ``math.inf``.

    References
    ----------
    Mei, Montanari and Nguyen (2018), "A mean field view of the landscape of two-layer neural
    networks", PNAS 115(33): the function q of the example with centred isotropic Gaussians.
    Derived here: sigma is a constant plus two hinges. For Gaussian u,
    ``E max(r u - t, 0) = r phi(t/r) - t Phi(-t/r)``. On the sphere ``phi`` and ``Phi`` become
    ``E u 1(u > a)`` and ``P(u > a)`` at ``a = t/r``.
    """

    def above(kink: float) -> np.ndarray:
        return np.asarray(r * _mean_beyond(kink / r, d) - kink * _share_beyond(kink / r, d))

    return np.asarray(RAMP_VALUES[0] + _slope() * (above(RAMP[0]) - above(RAMP[1])))


def radial_slope(r: np.ndarray, d: float = math.inf) -> np.ndarray:
    """Return ``q'(r)``.

    Parameters
    ----------
    r, d
        As in `radial_mean`.

    References
    ----------
    Derived here: the derivative of ``E max(r u - t, 0)`` in r is ``E u 1(u > t/r)``.
    """
    means = [_mean_beyond(kink / r, d) for kink in RAMP]
    return np.asarray(_slope() * (means[0] - means[1]))


def _mean_beyond(a: np.ndarray, d: float) -> np.ndarray:
    """Return ``E u 1(u > a)`` for positive a; on the sphere u/sqrt d has the density ``c (1 -
    x^2)^((d-3)/2)``.
    """
    if math.isinf(d):
        return density(a)
    constant = math.exp(math.lgamma(d / 2) - math.lgamma((d - 1) / 2)) / math.sqrt(math.pi)
    return np.asarray(
        math.sqrt(d) * constant * np.clip(1 - a**2 / d, 0, None) ** ((d - 1) / 2) / (d - 1)
    )


def _share_beyond(a: np.ndarray, d: float) -> np.ndarray:
    """Return ``P(u > a)`` for positive a: on the sphere an incomplete beta integral."""
    if math.isinf(d):
        return distribution(-a)
    from scipy.special import betainc

    return np.asarray(betainc((d - 1) / 2, 0.5, np.clip(1 - a**2 / d, 0, None)) / 2)


def _slope() -> float:
    return (RAMP_VALUES[1] - RAMP_VALUES[0]) / (RAMP[1] - RAMP[0])


@lru_cache(maxsize=8)
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
    Derived here: at finite d the inputs' norms fluctuate as chi variables, so outputs and
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
            Times are negative or do not ascend.
        """
        norms = self.norms(times)
        return self.risks(norms), norms @ chi_nodes(self.d)[1]

    def risks(self, norms: np.ndarray) -> np.ndarray:
        """Return the risk for each row of weights' norms at the nodes of `chi_nodes`, shape (rows,
        nodes).
        """
        s, weights = chi_nodes(self.d)

        def of_class(sign: int, r: np.ndarray) -> float:
            return float(weights @ (sign - self.outputs(r, (1 + sign * self.delta) * s)) ** 2)

        return np.array([0.5 * (of_class(1, r) + of_class(-1, r)) for r in norms])

    def norms(self, times: Sequence[float], tracers: Sequence[float] = ()) -> np.ndarray:
        """Return the norms of weights at `times`, shape (times, nodes + tracers).

        Parameters
        ----------
        times
            Ascending and not negative.
        tracers
            Initial norms, in units of the spread, of further weights. They follow the flow, and it
            does not notice them. The first norms are those at the nodes of `chi_nodes`.

        Raises
        ------
        UserError
            Times are negative or do not ascend.
        """
        s, weights = chi_nodes(self.d)
        # At the start the weights' norms have the same law as the inputs'.
        start = self.spread * np.concatenate([s, np.asarray(tracers, dtype=float)])

        def right_side(_: float, r: np.ndarray) -> np.ndarray:
            change = np.zeros_like(r)
            for sign in (1, -1):
                scale = (1 + sign * self.delta) * s
                residual = self.outputs(r[: len(s)], scale) - sign
                change -= (weights * residual * scale) @ radial_slope(np.outer(scale, r), self.d)
            return change

        return integrate(right_side, start, checked_times(times), 1e-8, method="DOP853")

    def outputs(self, norms: np.ndarray, inputs: np.ndarray) -> np.ndarray:
        """Return the network's outputs, shape (inputs,).

        Parameters
        ----------
        norms : (nodes,)
            Of the weights at the nodes of `chi_nodes`.
        inputs : (inputs,)
            Norms of inputs over sqrt d.
        """
        return radial_mean(np.outer(inputs, norms), self.d) @ chi_nodes(self.d)[1]
