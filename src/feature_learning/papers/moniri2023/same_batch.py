"""One step in the range l = 1 with the ridge regression on the batch of the step.

Sample j is in the gradient itself, so the step adds ``eta L a^T`` to the features with
``L = c_1^2 X beta_r + phi Var(sigma') r``, instead of ``c_1^2 X beta``; r are the residuals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.optimize import brentq

from feature_learning.data.links import Link
from feature_learning.papers.moniri2023.finite import STEP
from feature_learning.papers.moniri2023.spikes import Features, Gain, require_centred

_NODES = 2000
_DIRECTIONS = ("teacher", "rest", "v", "z")
"""The labels' linear part and rest, ``v = W_0^T a``, and the noise features along a."""


@dataclass(frozen=True)
class SameBatch:
    """Ridge regression on the talk's features, with the batch of the step, for l = 1.

    Attributes
    ----------
    features
        The untrained features; the activation is the shifted ReLU, whose derivative has variance
        1/4.
    link
        The target; beyond its linear part it is noise here.
    ridge
        lam.
    eta
        Step size; may be infinite.
    own_term
        Whether a sample's own place in the gradient adds ``phi Var(sigma') r``.

    References
    ----------
    Derived here. With s the eigenvalues of ``X^T X/n``, of Marchenko-Pastur law mu and ratio phi,
    the features' rows have the resolvent ``rho = 1/(lam + tau A)``, ``A = c_1^2 s/psi +
    c^2 phi/psi``, on the eigenvector of s, and tau is a neuron's. Labels, L and ``F_0 a`` are then
    combinations of four independent directions: ``X beta_*``, the labels' rest, ``X v`` and the
    noise part of ``F_0 a``. The gain is that of one column added to the features, which costs its
    square norm's share, see `gain`; the test error is `_test`. The coefficients of L, fitted to
    ``(F - F_0) a/(eta |a|^2)`` of the talk's network at n = 2000, are those of the formula.
    """

    features: Features
    link: Link
    ridge: float
    eta: float
    own_term: bool = True

    def __post_init__(self) -> None:
        require_centred(self.link)

    @property
    def gain(self) -> Gain:
        """The gains in the objective and the test error over untrained features; NaN for others."""
        rest = replace(self, eta=0.0)
        test = rest._test(0.0, 0.0) - self._test(*self._column)
        return Gain(self.objective_gain, math.nan, test, math.nan)

    @property
    def untrained(self) -> tuple[float, float]:
        """The objective and the test error without a step."""
        objective = self.ridge * (self._signal * self._i(1.0) + self._rest * self._j(1.0))
        return objective, self._test(0.0, 0.0)

    @property
    def objective_gain(self) -> float:
        """``lam q^2/(1 + g)``, with ``q = L^T R y`` and ``1 + g`` the column's cost."""
        self_term = self._load
        plain = self._signal * self._i(self_term) + self._rest * self._j(self_term)
        if math.isinf(self.eta):
            c1, c = self.features.linear**2, self.features.nonlinear**2
            cost = (self._signal + c1) * self._i(self_term**2)
            cost += (self._rest + c) * self._j(self_term**2)
            return self.ridge * plain**2 / cost
        k = self._k
        return self.ridge * (k * plain) ** 2 / self._cost

    @property
    def _column(self) -> tuple[float, float]:
        """``z = q/(1 + g)``, the readout's component along the column, and k."""
        load, k = self._load, self._k
        plain = self._signal * self._i(load) + self._rest * self._j(load)
        return k * plain / self._cost, k

    @property
    def _cost(self) -> float:
        load, k = self._load, self._k
        c1, c = self.features.linear**2, self.features.nonlinear**2
        square = self._signal * self._i(load**2) + self._rest * self._j(load**2)
        left = (1 - k * load) ** 2
        return 1 + k**2 * square + c1 * self._i(left) + c * self._j(left)

    @property
    def _k(self) -> float:
        return self.features.linear**2 * self.eta

    @property
    def _signal(self) -> float:
        return self.link.linear**2

    @property
    def _rest(self) -> float:
        return self.link.square_norm + self.link.noise_variance - self._signal

    @cached_property
    def _law(self) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues of ``X^T X/n``, the last one 0, and their weights per d, its weight 0."""
        phi = self.features.phi
        angle = (np.arange(_NODES) + 0.5) * math.pi / _NODES
        s = 1 + phi + 2 * math.sqrt(phi) * np.cos(angle)
        weight = 2 * np.sin(angle) ** 2 / (s * _NODES)
        return np.append(s, 0.0), np.append(weight, 0.0)

    @property
    def _load(self) -> np.ndarray:
        """``Lambda = s + phi Var(sigma')/c_1^2``."""
        own = self.features.phi / (4 * self.features.linear**2)
        return self._law[0] + own * self.own_term

    @cached_property
    def _tau(self) -> float:
        return self._tau_at(self.ridge)

    def _tau_at(self, ridge: float) -> float:
        c1, c = self.features.linear**2, self.features.nonlinear**2
        s = self._law[0]

        def mismatch(tau: float) -> float:
            rho = 1 / (ridge + tau * self._spread)
            return tau * (1 + c1 * self._mu(s * rho) + c * self._trace(rho)) - 1

        return float(brentq(mismatch, 1e-14, 1.0, xtol=1e-15, rtol=1e-14))

    @cached_property
    def _spread(self) -> np.ndarray:
        f = self.features
        return f.linear**2 * self._law[0] / f.psi + f.nonlinear**2 * f.phi / f.psi

    @cached_property
    def _rho(self) -> np.ndarray:
        return 1 / (self.ridge + self._tau * self._spread)

    def _mu(self, values: np.ndarray) -> float:
        return float(self._law[1] @ values)

    def _trace(self, values: np.ndarray) -> float:
        """Over all of the n samples: ``phi mu(f) + (1 - phi) f(0)``, where phi < 1."""
        phi = self.features.phi
        return phi * self._mu(values) + (1 - phi) * float(values[-1])

    def _i(self, values: np.ndarray | float) -> float:
        return self._mu(self._law[0] * values * self._rho)

    def _j(self, values: np.ndarray | float) -> float:
        return self._trace(values * self._rho)

    def _test(self, z: float, k: float) -> float:
        """The test error at a component z along the column.

        ``nu + <m, m> - 2 <m, h> + E + c^2 z^2``: m is the error's linear part that the column
        leaves, h what the other features fit of it, E these features' square.
        """
        f, s, load, rho = self.features, self._law[0], self._load, self._rho
        c1, c, tau = f.linear, f.nonlinear, self._tau
        weights = dict(zip(_DIRECTIONS, (self._signal, self._rest, 1.0, 1.0), strict=True))
        one = np.ones_like(s)
        t = dict.fromkeys(("teacher", "rest"), 1 - z * k * load)
        t |= {"v": -z * c1 * (1 - k * load), "z": -z * c * (1 - k * load)}
        m = {"teacher": 1 - z * k * s, "rest": -z * k * one}
        m |= {"v": -z * c1 * (1 - k * s), "z": z * k * c * one}
        fitted = tau * c1**2 / f.psi * rho
        h = {name: fitted * t[name] * (s if name in ("teacher", "v") else 1) for name in t}

        def product(first: dict[str, np.ndarray], second: dict[str, np.ndarray]) -> float:
            return sum(
                weight
                * (
                    self._mu(first[name] * second[name])
                    if name in ("teacher", "v")
                    else f.phi * self._mu(s * first[name] * second[name])
                )
                for name, weight in weights.items()
            )

        def square(values: np.ndarray) -> float:
            return sum(
                weight
                * (
                    self._mu(s * t[name] ** 2 * values)
                    if name in ("teacher", "v")
                    else self._trace(t[name] ** 2 * values)
                )
                for name, weight in weights.items()
            )

        return (
            self._rest
            + product(m, m)
            - 2 * product(m, h)
            + self._square_error(square)
            + c**2 * z**2
        )

    def _square_error(self, square: Callable[[np.ndarray], float]) -> float:
        """E, from the quadratic form Q of the residual directions."""
        f, s, rho, tau, lam = self.features, self._law[0], self._rho, self._tau, self.ridge
        a, ratio = self._spread, f.psi / f.phi
        p = (f.linear**2 / f.psi) ** 2 * s / a**2
        low, high = lam * (1 - STEP), lam * (1 + STEP)
        forms = [square(1 / (x + self._tau_at(x) * a)) for x in (low, high)]
        norm = square(rho) + lam * (forms[1] - forms[0]) / (high - low)
        spread = square(rho**2 * a) * tau**2 * ratio * self._trace(rho**2 * a * p)
        spread /= 1 - tau**2 * ratio * self._trace(rho**2 * a**2)
        # What no linear function of the inputs explains of a neuron.
        left = f.linear**2 + f.nonlinear**2 - f.linear**4 * self._mu(s / a) / f.psi
        return (
            square(p)
            - 2 * lam * square(p * rho)
            + lam**2 * (square(p * rho**2) + spread)
            + left * norm
        )
