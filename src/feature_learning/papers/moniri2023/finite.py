"""One step at finite size: errors, and what the features learn, for each of the three networks.

The untrained weights are ``W_0 = a v^T + W'`` with ``v = W_0^T a`` and ``W'^T a = 0``, so the
step moves the features along one direction: ``W_1 = W' + eta c_1 a m^T`` plus the gradient's noise.
Given ``g = m.x/|m|`` and ``alpha = sqrt(N) a``, a shifted ReLU is Gaussian around a function of
both, whose singular functions are the spikes: `expansion` has them without a series in the step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import brentq

from feature_learning.core.errors import NotCoveredError, UserError
from feature_learning.data.links import Link
from feature_learning.networks.activations import SHIFTED_RELU, Activation
from feature_learning.papers.moniri2023.expansion import DEGREES, TERMS, Expansion, expansion
from feature_learning.papers.moniri2023.networks import Network
from feature_learning.papers.moniri2023.spikes import Features, Gain, require_centred
from feature_learning.theory.random_features import Errors

STEP = 1e-4
"""Of the ridge, relative, for derivatives."""


def require_closed_form(activation: Activation) -> None:
    """Refuse all activations but the shifted ReLU, for which the integrals are in closed form."""
    if activation is not SHIFTED_RELU:
        raise NotCoveredError(
            f"closed forms are known for the shifted ReLU, not for {activation.name}"
        )


@dataclass(frozen=True)
class _Traces:
    """Resolvent traces on all functions (m1), linear ones (m2) and quadratic ones (m3)."""

    m1: float
    m2: float
    m3: float
    tau: float


@dataclass(frozen=True)
class OneStep:
    """Ridge regression on the features of one network after one step, at finite sizes.

    Attributes
    ----------
    features
        The untrained features; the activation is the shifted ReLU.
    link
        The target.
    network
        What initialises and trains the first layer.
    d
        The dimension; n and the width follow from the features' ratios.
    eta
        Step size; 0 for no step.

    Raises
    ------
    UserError
        The activation is another one, or the target has a mean.

    References
    ----------
    Derived here. The resolvent's trace is M1 on a generic function of x, M2 on a linear one and M3
    on a quadratic one, of which the untrained features see ``N/d^2``. Each left function f of
    finite rank has a right vector; S holds the products of these, G the resolvent between the
    functions, q that between function and target. The step then lowers ``y^T R y`` by
    ``q^T (G + T^-1)^-1 q``, where ``T = tau S`` but for the linear function: its right vector a is
    orthogonal to W', so its tau has no linear part.
    """

    features: Features
    link: Link
    network: Network
    d: float
    eta: float

    def __post_init__(self) -> None:
        require_centred(self.link)
        require_closed_form(self.features.activation)

    @property
    def _width(self) -> float:
        return self.d / self.features.psi

    @cached_property
    def _residual(self) -> float:
        """V_r, the variance of the residuals: labels, minus the untrained output if it is kept."""
        f = self.features
        return self._variance + (f.linear**2 + f.nonlinear**2 if self.network.interaction else 0.0)

    @property
    def _variance(self) -> float:
        return self.link.square_norm + self.link.noise_variance

    @cached_property
    def scale(self) -> float:
        """``b = |m|``: ``b^2 = cs_1^2 + phi V_r + kappa^2`` with ``kappa = 1/(eta c_1)``, less c_1
        with the interaction.
        """
        c1 = self.features.linear
        kappa = 1 / (self.eta * c1) if math.isfinite(self.eta) else 0.0
        kappa -= c1 if self.network.interaction else 0.0
        return math.sqrt(self.link.linear**2 + self.features.phi * self._residual + kappa**2)

    @property
    def cosine(self) -> float:
        """Rho, the cosine of m and the teacher."""
        return self.link.linear / self.scale

    @property
    def noise(self) -> float:
        """``s2 = phi V_r Var sigma'``: rows of the gradient's remainder, squared, over ``a^2``."""
        return self.features.phi * self._residual / 4 if self.network.exact else 0.0

    @cached_property
    def _expansion(self) -> Expansion:
        shift = self.eta * self.features.linear * self.scale / math.sqrt(self._width)
        return expansion(shift, self._spread)

    @property
    def _spread(self) -> float:
        return self.eta**2 * self.noise / self._width

    @cached_property
    def even(self) -> np.ndarray:
        """``N size_k^2``, the squares of the even spikes over n, shape (terms,)."""
        return self._width * self._expansion.sizes**2

    @cached_property
    def even_overlap(self) -> float:
        """``(E p_1 g^2)^2/3``, the squared cosine of the largest even spike and u^2."""
        return float(self._expansion.squares[0] ** 2 / 3)

    def untrained(self, ridge: float) -> Errors:
        """Return the errors without a step."""
        return Errors(*self._at_rest._errors(ridge))

    def gain(self, ridge: float) -> Gain:
        """Return how much the step reduces the errors, and the learned fraction of H_2."""
        before, after = self._at_rest._errors(ridge), self._errors(ridge)
        objective, train, test = (old - new for old, new in zip(before, after, strict=True))
        return Gain(objective, train, test, self.learned_h2(ridge))

    def test_error(self, ridge: float) -> float:
        """Return the test error, with the label noise."""
        return self._errors(ridge)[2]

    def learned_h2(self, ridge: float) -> float:
        """Return the learned fraction of the target's H_2 part; 0 if there is none."""
        quadratic = float(self.link.coefficients(2)[2])
        if not quadratic:
            return 0.0
        t = self._traces(ridge)
        if not self.eta:
            return 1 - t.m3 / t.m1
        q, kernel, mixed, stiff = self._system(t)
        load = np.zeros_like(q)
        load[-TERMS:] = self.cosine**2 * self._expansion.hermite[:, 2] * t.m3
        learned = load @ kernel @ q / quadratic + mixed**2 / stiff
        return float(1 - t.m3 / t.m1 + learned / t.m1)

    @cached_property
    def _at_rest(self) -> OneStep:
        return OneStep(self.features, self.link, self.network, self.d, 0.0)

    def _errors(self, ridge: float) -> tuple[float, float, float]:
        """Objective, training and test error: ``lam Q``, ``-lam^2 Q'`` and ``-Q'/M1^2``."""
        low, high = ridge * (1 - STEP), ridge * (1 + STEP)
        slope = (self._form(high) - self._form(low)) / (high - low)
        return ridge * self._form(ridge), -(ridge**2) * slope, -slope / self._traces(ridge).m1 ** 2

    def _form(self, ridge: float) -> float:
        """``Q = lim y^T R y``."""
        t = self._traces(ridge)
        linear, quadratic = (float(c) ** 2 for c in self.link.coefficients(2)[1:])
        rest = linear * t.m2 + quadratic * t.m3 + (self._variance - linear - quadratic) * t.m1
        if not self.eta:
            return rest
        q, kernel, mixed, stiff = self._system(t)
        return rest - float(q @ kernel @ q) - quadratic * mixed**2 / stiff

    @cached_property
    def _target(self) -> np.ndarray:
        """``E f_*(z) h_m(g)``, shape (degrees,)."""
        return self.link.coefficients(DEGREES) * self.cosine ** np.arange(DEGREES + 1)

    @cached_property
    def _right(self) -> np.ndarray:
        """The right vectors of the functions 1, |x|^2 - d, g and p_k, (functions, basis).

        The basis is orthonormal: r_k, what is left of the constant, the vector of the tilt, a, and
        the rows' norms.
        """
        f, e = self.features, self._expansion
        c2, right = float(f.activation.hermite[2]), np.zeros((3 + TERMS, 4 + TERMS))
        norms = c2 * math.sqrt(2 / f.psi)  # by which |w|^2 - 1 and |x|^2/d - 1 vary, times c_2
        right[0, -1] = norms * self.network.gaussian
        right[1, :TERMS] = norms * e.means
        right[1, TERMS] = norms * math.sqrt(max(1 - float(e.means @ e.means), 0.0))
        right[2, -2] = f.linear**2 * self.eta * self.scale
        right[3:, :TERMS] = math.sqrt(self._width) * np.diag(e.sizes)
        right[3:, TERMS + 1] = math.sqrt(e.tilt / f.psi) * e.squares
        return right

    def _system(self, t: _Traces) -> tuple[np.ndarray, np.ndarray, float, float]:
        """Q and ``(G + T^-1)^-1``; then the load and the stiffness of g times another direction."""
        e, rho, overlap = self._expansion, self.cosine, self._expansion.hermite[:, 2]
        g, q = np.diag([t.m1, t.m1, t.m2, *[t.m1] * TERMS]), np.zeros(3 + TERMS)
        g[0, 3:] = g[3:, 0] = t.m1 * e.hermite[:, 0]
        g[3:, 3:] += (t.m3 - t.m1) * overlap[:, None] * overlap
        q[2] = self._target[1] * t.m2
        q[3:] = self._target[2] * t.m3 * overlap + e.hermite[:, 3:] @ self._target[3:] * t.m1
        size = np.full(len(q), math.sqrt(t.tau))
        size[2] = 1 / math.sqrt(1 / t.tau - self.features.linear**2 * t.m2)
        right = size[:, None] * self._right
        # T = right right^T, which may be singular: (G + T^-1)^-1 without its inverse.
        kernel = right @ np.linalg.solve(np.eye(right.shape[1]) + right.T @ g @ right, right.T)
        mixed = math.sqrt(2) * rho * math.sqrt(max(1 - rho**2, 0.0)) * t.m3
        return q, kernel, mixed, t.m3 + self.features.psi / (t.tau * e.tilt)

    def _traces(self, ridge: float) -> _Traces:
        if ridge <= 0:
            raise UserError(f"the resolvent needs a positive ridge, not {ridge:g}")
        low = max(0.0, 1 - self.features.phi / self.features.psi)
        share = brentq(lambda u: self._at(u / ridge, ridge)[1], low, 1.0, xtol=1e-16, rtol=1e-15)
        return self._at(share / ridge, ridge)[0]

    def _at(self, m1: float, ridge: float) -> tuple[_Traces, float]:
        """The traces that belong to M1, and ``tau (1 + tr of a neuron's covariance) - 1``."""
        f = self.features
        spread, tilt = (self._spread, self._expansion.tilt / f.psi) if self.eta else (0.0, 0.0)
        quadratic = 2 * float(f.activation.hermite[2]) ** 2
        tau = 1 - f.psi / f.phi * (1 - ridge * m1)
        linear = f.linear**2 * (1 + spread)
        m2 = m1 / (1 + tau * linear * m1 / f.psi)
        m3 = m1 / (1 + tau * self._width / (self.d * (self.d + 1) / 2 - 1) * quadratic * m1)
        mixed = m1 / (1 + tau * tilt * m1)  # on u times pre-activations
        rest = f.nonlinear**2 * (1 + spread) - quadratic
        total = linear * m2 + quadratic * m3 + tilt * f.psi * mixed + rest * m1
        return _Traces(m1, m2, m3, tau), tau * (1 + total) - 1
