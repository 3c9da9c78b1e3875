"""Ridge regression on the features of a Gaussian first layer after one gradient step of order one.

Features ``sigma(W x)`` of an odd activation are replaced by ``mu_1 W x + mu_2 z``, their Gaussian
equivalent. The step adds to W a matrix of rank one that is correlated with the target's direction.
Sizes count per d, ``psi1 = n/d`` and ``psi2 = N/d``. Without a step it is random-features
regression, as in `theory.random_features`.
"""

import math
from dataclasses import dataclass

from feature_learning.theory.deterministic_equivalents import Equivalent, solve
from feature_learning.theory.marchenko_pastur import edges


@dataclass(frozen=True)
class FeatureCovariance:
    """The covariance ``mu_1^2 W W^T + mu_2^2`` of N features; traces count per d.

    Attributes
    ----------
    ratio
        N/d; W has entries N(0, 1/d).
    linear, nonlinear
        mu_1 and mu_2 of the activation.

    References
    ----------
    Hu and Lu (2023), "Universality laws for high-dimensional learning with random features", IEEE
    Trans. Inf. Theory 69(3): the Gaussian equivalent, whose covariance this is.
    Derived here: ``C + v = mu_1^2 (W W^T + zeta)`` with ``zeta = (mu_2^2 + v)/mu_1^2`` turns its
    traces into those of `weight_resolvents`.
    """

    ratio: float
    linear: float
    nonlinear: float

    def shift(self, v: float) -> float:
        """``zeta = (mu_2^2 + v)/mu_1^2``."""
        return (self.nonlinear**2 + v) / self.linear**2

    def tr1(self, v: float) -> float:
        """``(1/d) tr C (C + v)^-1``."""
        return self.ratio * (1 - v * self._resolvent(v)[0])

    def tr2(self, v: float) -> float:
        """``(1/d) tr C^2 (C + v)^-2``."""
        value, slope = self._resolvent(v)
        return self.ratio * (1 - 2 * v * value - v**2 * slope)

    @property
    def trace(self) -> float:
        """``(1/d) tr C``."""
        return self.ratio * (self.linear**2 + self.nonlinear**2)

    @property
    def rank(self) -> float:
        """N/d, or 1 where the activation is linear and N > d."""
        return self.ratio if self.nonlinear else min(self.ratio, 1.0)

    @property
    def largest(self) -> float:
        """The upper edge."""
        return self.linear**2 * edges(self.ratio)[1] ** 2 + self.nonlinear**2

    def _resolvent(self, v: float) -> tuple[float, float]:
        """``(1/N) tr (C + v)^-1`` and its derivative."""
        _, _, other, slope = weight_resolvents(self.shift(v), self.ratio)
        return other / self.linear**2, slope / self.linear**4


def weight_resolvents(zeta: float, ratio: float) -> tuple[float, float, float, float]:
    """Return the traces of both resolvents of W, with their derivatives.

    Parameters
    ----------
    zeta
        Positive.
    ratio
        N/d; W is N x d with entries of variance 1/d.

    Returns
    -------
    m, slope, other, other_slope : float
        ``m = (1/d) tr (W^T W + zeta)^-1`` and ``(1/N) tr (W W^T + zeta)^-1``, each with its
        derivative in zeta.

    References
    ----------
    Marchenko and Pastur (1967), Math. USSR-Sbornik 1(4): m is the positive root of
    ``zeta m^2 + (zeta + ratio - 1) m = 1``, and the other trace is ``1/(zeta (1 + m))``.

    Examples
    --------
    >>> m, _, other, _ = weight_resolvents(0.5, 2.0)
    >>> round(m, 6), round(other, 6)
    (0.561553, 1.280776)
    """
    b = zeta + ratio - 1
    root = math.sqrt(b**2 + 4 * zeta)
    # Two forms of the root of zeta m^2 + b m = 1; each cancels on the other's side.
    m = 2 / (b + root) if b > 0 else (root - b) / (2 * zeta)
    slope = -m * (1 + m) / root
    other = 1 / (zeta * (1 + m))
    return m, slope, other, -other * (1 / zeta + slope / (1 + m))


@dataclass(frozen=True)
class Step:
    """The rank-one part that a step adds to W.

    Attributes
    ----------
    strength
        Its singular value.
    signal
        The part of it along the target's direction, at most `strength`.

    References
    ----------
    Ba, Erdogdu, Suzuki, Wang, Wu and Yang (2022), "High-dimensional asymptotics of feature
    learning: how one gradient step improves the representation", NeurIPS: the gradient is of rank
    one up to a vanishing operator norm. Strength and signal are ``eta theta_1`` and ``eta theta_2``
    in the paper's folder.
    """

    strength: float = 0.0
    signal: float = 0.0


NO_STEP = Step()


def equivalent(
    features: FeatureCovariance, psi1: float, ridge: float
) -> Equivalent[FeatureCovariance]:
    """Return the solution of ``kappa (1 - tr1(kappa)/psi1) = ridge``; kappa is its ``nu2``.

    The objective is ``(1/n)||y - F c||^2 + ridge ||c||^2``.

    Parameters
    ----------
    features
        The covariance.
    psi1
        n/d.
    ridge
        The penalty.

    References
    ----------
    The kernel's equation in `deterministic_equivalents`, counted per d. See there.
    """
    return solve(features, psi1, psi1 * ridge)


def spiked_ridge_risk(
    features: FeatureCovariance,
    psi1: float,
    ridge: float,
    signal: float,
    unlearnable: float,
    noise: float,
    step: Step = NO_STEP,
) -> float:
    """Return the excess test error of ridge regression on fresh data after a step.

    Parameters
    ----------
    features
        The covariance before the step.
    psi1
        n/d of the regression's data.
    ridge
        Penalty on the coefficients of the features, next to the mean squared error.
    signal
        Squared norm of the target's linear part.
    unlearnable
        Squared norm of the remainder.
    noise
        Variance of the label noise.
    step
        What the step added; nothing by default.

    Returns
    -------
    risk
        Measured against the noiseless target, so at least `unlearnable`.

    References
    ----------
    Ba et al. (2022), NeurIPS: Theorems 3 and 5, which state the limit.
    Derived here, the formula: it is the equivalent's risk with the features' covariance. The
    target's linear part enters through ``r(zeta) = beta^T (W_1^T W_1 + zeta)^-1 beta``. By the
    matrix inversion lemma the rank-one step changes it from m to
    ``m - signal^2 zeta m^2 other/(1 + strength^2 zeta m other)``, with m and other of
    `weight_resolvents`.
    """
    found = equivalent(features, psi1, ridge)
    kappa = found.nu2
    explained, slope = _explained(features, kappa, step)
    bias = signal * (1 - explained + kappa * slope)
    return (bias + unlearnable + noise) / (1 - found.upsilon) - noise


def _explained(features: FeatureCovariance, v: float, step: Step) -> tuple[float, float]:
    """``1 - zeta r(zeta)``, and its derivative in v.

    ``r = beta_*^T (W_1^T W_1 + zeta)^-1 beta_*`` contains the spike.
    """
    zeta = features.shift(v)
    m, dm, other, dother = weight_resolvents(zeta, features.ratio)
    product = zeta * m * other
    dproduct = m * other + zeta * (dm * other + m * dother)
    below = 1 + step.strength**2 * product
    share = step.signal**2 * product / below
    dshare = step.signal**2 * dproduct / below**2
    r, dr = m * (1 - share), dm * (1 - share) - m * dshare
    return 1 - zeta * r, -(r + zeta * dr) / features.linear**2
