"""The population flow of one ReLU neuron on the unit sphere, inputs not whitened, the spike along the target.

With ``m = <w, beta>`` and ``q = 1 + theta m^2``, the pre-activation has variance q (``Sigma = I + theta beta beta^T``) or
``q/(1 + theta)`` (the same divided by its norm). On the target ``sign(alpha_k) h_k`` the flow has a correlation that pulls m up and
the neuron's own norm, which on the sphere pulls m down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.relu_expansions import relu_coefficients

Convention = Literal["added", "unit-norm"]
CONVENTIONS = ("added", "unit-norm")
_FINE = 4000


@dataclass(frozen=True)
class SphericalFlow:
    """The flow at one strength of the spike.

    Attributes
    ----------
    k
        Even or 1: an unbiased ReLU has no other coefficients.
    theta
        Strength of the spike.
    convention
        ``added``: I + theta beta beta^T; ``unit-norm``: the same over 1 + theta.

    Raises
    ------
    UserError
        k is odd and above 1, or the convention is unknown.
    """

    k: int
    theta: float
    convention: str

    def __post_init__(self) -> None:
        if self.convention not in CONVENTIONS:
            raise UserError(f"unknown convention {self.convention!r} of the covariance. Known: {', '.join(CONVENTIONS)}")
        if self.strength == 0:
            raise UserError(f"k = {self.k}: the coefficient of an unbiased ReLU is zero there, so the flow has no signal")

    @property
    def strength(self) -> float:
        """``|alpha_k|`` of the ReLU."""
        found = abs(float(relu_coefficients(np.array(0.0), self.k)[self.k]))
        return 0.0 if found < 1e-14 else found

    @property
    def _unit(self) -> float:
        """What the covariance is divided by."""
        return 1 + self.theta if self.convention == "unit-norm" else 1.0

    def correlation(self, m: np.ndarray | float) -> np.ndarray:
        """Return ``2 |alpha_k| d/dm (s omega^k)``."""
        k, q = self.k, 1 + self.theta * np.square(m)
        scale = (1 + self.theta) ** (k / 2) / math.sqrt(self._unit)
        found: np.ndarray = 2 * self.strength * scale * np.power(m, k - 1) * q ** (-(k + 1) / 2) * (k + self.theta * np.square(m))
        return found

    def repulsion(self, m: np.ndarray | float) -> np.ndarray:
        """Return ``(1/2) d/dm s^2``."""
        return np.asarray(self.theta * np.asarray(m) / self._unit)

    def speed(self, m: np.ndarray | float) -> np.ndarray:
        """Return dm/dt."""
        return (1 - np.square(m)) * (self.correlation(m) - self.repulsion(m))

    def overlap(self, m: np.ndarray | float) -> np.ndarray:
        """Return the whitened overlap ``m sqrt((1 + theta)/q)``, the same in both conventions."""
        return np.asarray(m * np.sqrt((1 + self.theta) / (1 + self.theta * np.square(m))))

    def limit(self, start: float) -> float:
        """Return where m ends from `start` in (0, 1): the next zero of the speed, 0 or 1."""
        from scipy.optimize import brentq

        def force(m: float) -> float:
            return float(self.correlation(m) - self.repulsion(m))

        if force(start) == 0:
            return start
        up = force(start) > 0
        grid = np.geomspace(start, 1.0 if up else start * 1e-6, _FINE)
        values = self.correlation(grid) - self.repulsion(grid)
        changed = np.flatnonzero(np.sign(values[1:]) != np.sign(values[:-1]))
        if not changed.size:
            return 1.0 if up else 0.0
        return float(brentq(force, grid[changed[0]], grid[changed[0] + 1]))

    def path(self, start: float, points: int = 400, decades: float = 2.0) -> tuple[np.ndarray, np.ndarray]:
        """Return times and m from `start` towards the limit (towards zero: over some decades), by quadrature of dm/speed."""
        end = self.limit(start)
        # Near a stable point the rest of the way is exponential: gather points there.
        near = np.geomspace(1.0, 1e-6, 20 * points)
        m = end + (start - end) * near if end > 0 else start * 10.0 ** (-decades * np.linspace(0, 1, 20 * points))
        inverse = 1 / self.speed(m)
        times = np.concatenate([[0.0], np.cumsum(np.diff(m) * (inverse[1:] + inverse[:-1]) / 2)])
        kept = np.unique(np.linspace(0, len(m) - 1, points).astype(int))
        return times[kept], m[kept]


def growth_threshold(k: int, d: float, convention: str) -> float:
    """Return the gamma2 above which m grows from ``d^-1/2``; NaN where it decays at every gamma2 in (0, 1).

    Examples
    --------
    >>> round(growth_threshold(4, 1e16, "unit-norm"), 4), growth_threshold(4, 1e16, "added")
    (0.6744, nan)
    """
    from scipy.optimize import brentq

    start = d**-0.5

    def balance(gamma2: float) -> float:
        flow = SphericalFlow(k, d**gamma2, convention)
        return math.log(float(flow.correlation(start))) - math.log(float(flow.repulsion(start)))

    grid = np.linspace(1e-6, 1 - 1e-9, 400)
    values = np.array([balance(gamma2) for gamma2 in grid])
    # Without a spike nothing repels: the last crossing is the one that counts.
    changed = np.flatnonzero((values[:-1] < 0) & (values[1:] >= 0))
    return float(brentq(balance, grid[changed[-1]], grid[changed[-1] + 1])) if changed.size else math.nan


def limiting_threshold(k: int) -> float:
    """Return ``1 - 1/(k - 1)``, the threshold of the unit-norm convention as d grows."""
    return 1 - 1 / (k - 1)
