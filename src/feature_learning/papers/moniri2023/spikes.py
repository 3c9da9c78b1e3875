"""Effects of the spikes of the trained feature matrix: errors, learned fraction, outliers.

After the step the features are ``F_0 + sum_k c_1^k c_k eta^k (X beta)^k (a^k)^T``. The
infinite-step limits are the paper's theorem; the curve at finite eta, with an exact treatment of
the rank-one terms, is derived here, and simulations follow it. Notation: ``g ~ N(0,1)``, ``mu_m = E
g^m``, ``h_k = mu_{k+1}``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.optimize import brentq

from feature_learning.core.errors import NotCoveredError
from feature_learning.data.hermite import gaussian_moment, monomial_coefficient
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.theory.random_features import RandomFeatures, Traces

_SCAN = 1.005  # ratio of neighbouring points in the search for outliers
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Features(RandomFeatures):
    """Untrained features of one activation, in the proportional limit; `of` makes them.

    Attributes
    ----------
    activation
        sigma; its Hermite coefficients give the sizes of the spikes.
    """

    activation: Activation

    @classmethod
    def of(cls, activation: Activation, phi: float, psi: float) -> Features:
        """Return the features at ``phi = d/n`` and ``psi = d/N``.

        Raises
        ------
        NotCoveredError
            The activation has a mean, with which u^2 would lose its constant, or no linear part,
            without which the first gradient has no rank-one part.
        """
        mean, linear = map(float, activation.hermite[:2])
        if abs(mean) > _ROUNDING:
            raise NotCoveredError(
                f"this theory needs an activation without a mean, and {activation.name} has c_0 = "
                f"{mean:.4g}: subtract it, as shifted-relu does"
            )
        if abs(linear) < _ROUNDING:
            raise NotCoveredError(
                f"this theory needs the activation's linear coefficient, and {activation.name} has "
                "c_1 = 0"
            )
        return cls(phi, psi, linear, activation.nonlinear, activation)


def require_centred(link: Link) -> None:
    """Refuse a target with a mean, which moves every neuron along its own weights: the gradient is
    not of rank one then.
    """
    mean = float(link.coefficients(0)[0])
    if abs(mean) > _ROUNDING:
        raise NotCoveredError(
            "this theory needs a target without a mean, and this one has the coefficient "
            f"{mean:.4g} of degree 0"
        )


def require_expansion(activation: Activation, *links: Link) -> None:
    """Refuse an activation with a mean or without a linear part, and a target with a mean."""
    Features.of(activation, 1.0, 1.0)
    for link in links:
        require_centred(link)


def gradient_scale(link: Link, phi: float) -> float:
    """Return b with ``||X^T y/n||^2 -> b^2 = cs_1^2 + phi (E f^2 + noise)``."""
    return math.sqrt(link.linear**2 + phi * (link.square_norm + link.noise_variance))


def alignment(link: Link, phi: float) -> float:
    """Return rho, the limit of ``cos(X^T y, beta_*)``."""
    return link.linear / gradient_scale(link, phi)


@dataclass(frozen=True)
class Gain:
    """Reduction of the errors of the untrained features by the step.

    Attributes
    ----------
    objective, train, test
        Gains in the regularised training objective, the training error and the test error.
    learned_h2
        ``E[f_hat H_2(x.beta_*)]/(2 cs_2)``, the learned fraction of the quadratic part (0 if there
        is none).
    """

    objective: float
    train: float
    test: float
    learned_h2: float


@dataclass(frozen=True)
class FeatureOutlier:
    """A singular value of ``F/sqrt n`` beyond the bulk, and squared cosines of its left vector with
    ``u^k``, u = X beta.
    """

    value: float
    alignments: tuple[float, ...]


@lru_cache(maxsize=4096)
def _beyond_edge(features: Features, x: float) -> Traces:
    """The traces at one point of the scan; all step sizes share them."""
    return features.traces_beyond_edge(x)


@dataclass(frozen=True)
class Spikes:
    """The spikes of the given degrees after one step of size eta.

    Attributes
    ----------
    features
        The untrained features.
    link
        The target.
    width
        The number of neurons N: spike k has size of order ``eta^k N^((1-k)/2)``.
    eta
        Step size.
    degrees
        The degrees of the spikes; those with a zero Hermite coefficient are dropped.

    Raises
    ------
    NotCoveredError
        The target has a mean, see `require_centred`.
    """

    features: Features
    link: Link
    width: float
    eta: float
    degrees: tuple[int, ...]

    def __post_init__(self) -> None:
        require_centred(self.link)

    @cached_property
    def _present(self) -> list[int]:
        return [k for k in self.degrees if self.features.activation.hermite[k] != 0]

    @cached_property
    def _moments(self) -> tuple[np.ndarray, np.ndarray]:
        """``h_i h_j`` and ``mu_{i+j} - h_i h_j``: ``G = M2 first + M1 second``."""
        h = np.array([gaussian_moment(k + 1) for k in self._present])
        mu = np.array([[gaussian_moment(i + j) for j in self._present] for i in self._present])
        return np.outer(h, h), mu - np.outer(h, h)

    @cached_property
    def _strengths(self) -> np.ndarray:
        """``S_ij = d_i d_j N^{1-(i+j)/2} mu_{i+j}``, ``d_k = c_1^k c_k (eta b)^k``."""
        c = self.features.activation.hermite
        step = self.eta * gradient_scale(self.link, self.features.phi)
        # The powers of N are distributed first: at n = 1e14 the plain powers would be finite but
        # lose digits.
        d = [float(c[1] ** k * c[k]) * step**k * self.width ** ((1 - k) / 2) for k in self._present]
        mu = [[gaussian_moment(i + j) for j in self._present] for i in self._present]
        return np.outer(d, d) * np.array(mu)

    @cached_property
    def _loads(self) -> tuple[np.ndarray, np.ndarray]:
        """``q = M2 first + M1 second``: the target's components along the spikes' left vectors."""
        rho = alignment(self.link, self.features.phi)
        first = np.array([self.link.linear * rho * gaussian_moment(k + 1) for k in self._present])
        return first, tail_loads(self.link, rho, self._present)

    def gain(self, ridge: float) -> Gain:
        """Return the gains, from ``q^T tau S (I + G tau S)^-1 q`` and its slope in the ridge."""
        if self.eta == 0 or not self._present:
            return Gain(0.0, 0.0, 0.0, 0.0)
        t = self.features.traces(ridge)
        (first, second), (linear, rest) = self._moments, self._loads
        g, dg = t.m2 * first + t.m1 * second, t.dm2 * first + t.dm1 * second
        q, dq = t.m2 * linear + t.m1 * rest, t.dm2 * linear + t.dm1 * rest
        # tau S (I + G tau S)^-1 is (G + S^-1/tau)^-1, which does not cancel where the spikes are
        # huge.
        inverse = np.linalg.inv(self._strengths)
        kernel = np.linalg.inv(g + inverse / t.tau)
        dkernel = -kernel @ (dg - t.dtau / t.tau**2 * inverse) @ kernel
        value, slope = float(q @ kernel @ q), float(2 * dq @ kernel @ q + q @ dkernel @ q)
        return Gain(
            ridge * value, -(ridge**2) * slope, -slope / t.m1**2, self._learned(kernel @ q, 2)
        )

    def learned(self, ridge: float, degree: int) -> float:
        """Return ``E[f_hat H_m(x.beta_*)]/(m! cs_m)`` for a degree m of 2 or more; 0 without it."""
        if self.eta == 0 or not self._present:
            return 0.0
        t = self.features.traces(ridge)
        (first, second), (linear, rest) = self._moments, self._loads
        g, q = t.m2 * first + t.m1 * second, t.m2 * linear + t.m1 * rest
        return self._learned(np.linalg.solve(g + np.linalg.inv(self._strengths) / t.tau, q), degree)

    def _learned(self, on_spikes: np.ndarray, degree: int) -> float:
        coefficient = float(self.link.monic_coefficients(degree)[degree])
        if coefficient == 0:
            return 0.0
        rho = alignment(self.link, self.features.phi)
        part = sum(
            b * monomial_coefficient(k, degree)
            for b, k in zip(on_spikes, self._present, strict=True)
        )
        return float(rho**degree / (math.factorial(degree) * coefficient) * part)

    def outliers(self) -> list[FeatureOutlier]:
        """Return the outliers of ``F/sqrt n``, largest first: ``det(G^-1 + tau S) = 0`` there."""
        if self.eta == 0 or not self._present:
            return []
        edge = self.features.bulk_edge
        # No singular value exceeds the bulk's edge plus the norms of the spikes.
        norms = [
            math.sqrt(s * gaussian_moment(2 * k))
            for s, k in zip(np.diag(self._strengths), self._present, strict=True)
        ]
        steps = math.ceil(math.log(1.01 * (1 + sum(norms) / edge)) / math.log(_SCAN))
        scan = [edge * (1 + 1e-6) * _SCAN**k for k in range(steps + 1)]
        values = [self._determinant(x) for x in scan]
        roots = [
            float(brentq(self._determinant, scan[k], scan[k + 1], xtol=1e-13))
            for k in range(len(scan) - 1)
            if values[k] * values[k + 1] < 0
        ]
        return [self._outlier(root) for root in reversed(roots)]

    def _secular(self, t: Traces) -> np.ndarray:
        first, second = self._moments
        return np.linalg.inv(t.m2 * first + t.m1 * second) + t.tau * self._strengths

    def _determinant(self, x: float) -> float:
        return float(np.linalg.det(self._secular(_beyond_edge(self.features, x))))

    def _outlier(self, x: float) -> FeatureOutlier:
        """Squared cosines by the residue of the resolvent at the outlier."""
        t = self.features.traces_beyond_edge(x)
        first, second = self._moments
        inverse = np.linalg.inv(t.m2 * first + t.m1 * second)
        slope = -inverse @ (t.dm2 * first + t.dm1 * second) @ inverse + t.dtau * self._strengths
        values, vectors = np.linalg.eigh(self._secular(t))
        null = vectors[:, np.argmin(np.abs(values))]
        # The resolvent on the left vectors is G^-1 - G^-1 (G^-1 + tau S)^-1 G^-1; near its pole the
        # residue is the null vector's square over the slope, and u^k/sqrt n has squared norm mu_2k.
        weights = zip(null**2 / float(null @ slope @ null), self._present, strict=True)
        return FeatureOutlier(x, tuple(float(w / gaussian_moment(2 * k)) for w, k in weights))


def tail_loads(link: Link, rho: float, powers: Sequence[int]) -> np.ndarray:
    """Return ``E[u^k g(u)]`` for powers k, with ``g(u) = sum_{m>=2} cs_m rho^m H_m(u)``, (powers,).

    Degrees of the target above k contribute nothing.
    """
    tail = list(enumerate(link.monic_coefficients(max(powers, default=0)).tolist()))[2:]
    return np.array([sum(c * rho**m * monomial_coefficient(k, m) for m, c in tail) for k in powers])


def spikes_norm(
    features: Features, scale: float, width: float, eta: float, degrees: Sequence[int]
) -> float:
    """Return the operator norm over sqrt n of the spikes of some degrees together; NaN for none.

    `scale` is the norm b of the direction along which they point. Spike k alone has the
    norm ``|c_k| (eta c_1 b)^k mu_2k N^((1-k)/2)``. Spikes of the same parity are not orthogonal:
    with the products G of their left and S of their right vectors the square of the norm is the
    largest eigenvalue of ``G S``.
    """
    c = features.activation.hermite
    present = [k for k in degrees if k < len(c) and c[k]]
    if not present:
        return math.nan
    d = np.array(
        [float(c[k]) * (eta * float(c[1]) * scale) ** k * width ** ((1 - k) / 2) for k in present]
    )
    moments = np.array([[gaussian_moment(i + j) for j in present] for i in present])
    return math.sqrt(float(np.linalg.eigvals(moments @ (np.outer(d, d) * moments)).real.max()))
