"""Random-features regression in the proportional limit: resolvent traces, errors, spectrum.

One solver serves every paper. The features are ``F_0 = c_1 X W_0^T + c Z``, the Gaussian equivalent
of ``sigma(X W_0^T)``, with n samples, dimension d and width N, at fixed ``phi = d/n`` and
``psi = d/N``. With ``R = (F_0 F_0^T + lam n I)^-1``,

    M1 = lim tr R,   M2 = lim (1/d) tr(X^T R X).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial.polynomial import polyroots
from scipy.optimize import brentq

from feature_learning.core.errors import UserError


@dataclass(frozen=True)
class Traces:
    """The resolvent traces at one ridge, and their derivatives in the ridge.

    Attributes
    ----------
    ridge
        lam, which is negative where the resolvent is taken beyond the edge of the spectrum.
    m1, m2, tau
        ``tau = 1 - (psi/phi)(1 - lam M1)`` is the trace of the width-side resolvent.
    dm1, dm2, dtau
        Derivatives in lam.

    References
    ----------
    Moniri, Lee, Hassani and Dobriban (2024), "A theory of non-linear feature learning with one
    gradient step in two-layer neural networks", ICML: its m_1, m_2 are ``phi/psi`` times M1, M2.
    """

    ridge: float
    m1: float
    m2: float
    tau: float
    dm1: float
    dm2: float
    dtau: float


@dataclass(frozen=True)
class Errors:
    """Limits of ridge regression on random features.

    Attributes
    ----------
    objective
        The regularised objective at its minimum, ``lam y^T R y``.
    train
        Mean squared training error.
    test
        Mean squared test error, including the label noise.

    References
    ----------
    Mei and Montanari (2022), Comm. Pure Appl. Math. 75(4): the test error.
    Derived here: the other two, see `RandomFeatures.errors`.
    """

    objective: float
    train: float
    test: float


@dataclass(frozen=True)
class RandomFeatures:
    """A random-features model in the proportional limit.

    Attributes
    ----------
    phi, psi
        d/n and d/N.
    linear, nonlinear
        c_1, and c with ``c^2 = sum_{k>=2} k! c_k^2``.

    References
    ----------
    Hu and Lu (2023), "Universality laws for high-dimensional learning with random features", IEEE
    Trans. Inf. Theory 69(3): the Gaussian equivalent of the features. Pennington and Worah (2017),
    "Nonlinear random matrix theory for deep learning", NeurIPS: the spectrum of ``F_0 F_0^T``. Mei
    and Montanari (2022), Comm. Pure Appl. Math. 75(4): the errors.
    Derived here: the form of the equations. Given X, each feature is Gaussian over samples with
    covariance ``C = c_1^2 X X^T/d + c^2 I``, so R has the equivalent
    ``(tau N C + lam n I)^-1`` with ``tau = 1/(1 + tr C R)``. A column x of X has
    ``x^T R x = M1/(1 + tau c_1^2 M1/psi)``, which is M2. The tests compare them with the published
    fixed point.
    """

    phi: float
    psi: float
    linear: float
    nonlinear: float

    def traces(self, ridge: float) -> Traces:
        """Return the traces at a positive ridge.

        Raises
        ------
        UserError
            The ridge is not positive.

        Notes
        -----
        The unique positive solution of ``tau (1 + c_1^2 M2 + c^2 M1) = 1`` with
        ``M2 = M1/(1 + tau c_1^2 M1/psi)``. This is a scalar root, and monotone in ``lam M1``.
        """
        if ridge <= 0:
            raise UserError(f"the resolvent needs a positive ridge, not {ridge:g}")
        low = max(0.0, 1 - self.phi / self.psi)
        share = brentq(lambda u: self._mismatch(u / ridge, ridge), low, 1.0, xtol=1e-16, rtol=1e-15)
        return self._at(share / ridge, ridge)

    def traces_beyond_edge(self, singular_value: float) -> Traces:
        """Return the traces at ``lam = -x^2`` for an x above all singular values of ``F_0/sqrt n``.

        Raises
        ------
        UserError
            x is inside the bulk.
        """
        # Inside the bulk the equation also has real roots, but they are not traces.
        if singular_value <= self.bulk_edge:
            raise UserError(
                f"{singular_value:g} lies inside the bulk of singular values, which ends at "
                f"{self.bulk_edge:g}"
            )
        ridge = -(singular_value**2)
        roots = self._roots(ridge)
        real = roots[np.abs(roots.imag) < 1e-9 * np.abs(roots)].real
        # tr R = (1/n) sum 1/(s^2 - x^2) is negative, at least 1/x^2 in size;
        # other roots lie further out.
        shares = np.sort(real[real * ridge >= 1 - 1e-9] * ridge)
        return self._at(float(shares[0]) / ridge, ridge)

    def errors(self, ridge: float, signal: float, rest: float) -> Errors:
        """Return the limiting errors of ridge regression ``(1/n)||y - F a||^2 + ridge ||a||^2``.

        Parameters
        ----------
        ridge
            lam.
        signal
            Squared norm of the linear part of the target.
        rest
            Label variance beyond it: non-linear part and noise, which features cannot tell apart.

        Notes
        -----
        The objective is ``lam (signal M2 + rest M1)``. The training error is ``-lam^2`` times the
        derivative of ``signal M2 + rest M1`` in lam, and the test error is that derivative over
        ``-M1^2``, as in generalised cross-validation (Craven and Wahba 1979).
        """
        t = self.traces(ridge)
        return Errors(
            ridge * (signal * t.m2 + rest * t.m1),
            -(ridge**2) * (signal * t.dm2 + rest * t.dm1),
            -(signal * t.dm2 + rest * t.dm1) / t.m1**2,
        )

    def readout_power(self, ridge: float, signal: float, rest: float) -> float:
        """Return the limit of ``|a|^2`` of the readout that `errors` describes.

        Parameters
        ----------
        ridge, signal, rest
            As in `errors`.

        Notes
        -----
        The objective is the training error plus ``lam |a|^2``, so this is
        ``d/dlam [lam (signal M2 + rest M1)]``.
        """
        t = self.traces(ridge)
        return signal * (t.m2 + ridge * t.dm2) + rest * (t.m1 + ridge * t.dm1)

    def bias_variance(self, ridge: float) -> tuple[float, float]:
        """Return B and V of the excess test error ``signal B + rest V``.

        The unlearnable part itself is not included.
        """
        t = self.traces(ridge)
        return -t.dm2 / t.m1**2, -t.dm1 / t.m1**2 - 1

    def eigenvalue_density(self, at: np.ndarray) -> np.ndarray:
        """Return the density of eigenvalues of ``F_0 F_0^T / n`` at positive points, per n.

        The atom at 0 is left out.
        """
        return np.array([self._density(float(x)) for x in at])

    @cached_property
    def bulk_edge(self) -> float:
        """The largest singular value of ``F_0/sqrt n`` in the limit."""
        high = (
            4
            * (abs(self.linear) + self.nonlinear)
            * (1 + np.sqrt(self.phi))
            * (1 + np.sqrt(self.phi / self.psi))
        )
        scan = np.linspace(high, 0, 801)
        inside = next(k for k, x in enumerate(scan) if self._density(x**2) > 0)
        low, high = scan[inside], scan[inside - 1]
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self._density(middle**2) > 0 else (low, middle)
        return float(low)

    def _density(self, x: float) -> float:
        # Inside the bulk the equation has one complex pair: the boundary values from both sides.
        return float(np.max(self._roots(-x).imag, initial=0.0)) / np.pi if x > 0 else 0.0

    def _roots(self, ridge: float) -> np.ndarray:
        """The roots M1 of the fixed point, which is a quartic.

        ``tau (spread (1 + c^2 M1) + c_1^2 M1) - spread``, where spread is ``M1/M2``.
        """
        ratio, k, c2 = self.psi / self.phi, self.linear**2 / self.psi, self.nonlinear**2
        # Coefficients from the constant term upwards. Plain arrays: scans take thousands of them.
        tau = np.array([1 - ratio, ratio * ridge])
        spread = np.array([1.0, k * tau[0], k * tau[1]])
        quartic = np.convolve(
            tau, np.convolve(spread, [1.0, c2]) + np.array([0.0, self.linear**2, 0.0, 0.0])
        )
        quartic[:3] -= spread
        return polyroots(quartic)

    def _mismatch(self, m1: float, ridge: float) -> float:
        tau = 1 - self.psi / self.phi * (1 - ridge * m1)
        m2 = m1 / (1 + tau * self.linear**2 * m1 / self.psi)
        return tau * (1 + self.linear**2 * m2 + self.nonlinear**2 * m1) - 1

    def _at(self, m1: float, ridge: float) -> Traces:
        """Complete the traces from M1; derivatives by the implicit function theorem."""
        ratio, k, c2 = self.psi / self.phi, self.linear**2 / self.psi, self.nonlinear**2
        tau = 1 - ratio * (1 - ridge * m1)
        spread = 1 + k * tau * m1
        m2 = m1 / spread
        gain = 1 + self.linear**2 * m2 + c2 * m1

        def mismatch_slope(dtau: float, dm1: float) -> float:
            dm2 = (dm1 - k * m1**2 * dtau) / spread**2
            return dtau * gain + tau * (self.linear**2 * dm2 + c2 * dm1)

        dm1 = -mismatch_slope(ratio * m1, 0.0) / mismatch_slope(ratio * ridge, 1.0)
        dtau = ratio * (m1 + ridge * dm1)
        dm2 = (dm1 - k * m1**2 * dtau) / spread**2
        return Traces(ridge, m1, m2, tau, dm1, dm2, dtau)
