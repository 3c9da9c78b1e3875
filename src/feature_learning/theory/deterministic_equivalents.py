"""Ridge regression, on a kernel or on random features, from the kernel's spectrum alone.

The objective is ``sum (y - f)^2 + ridge ||c||^2`` with n samples and features
``sigma(<w, x>)/sqrt(width)``; infinite width is the kernel itself. With kernel eigenvalues
``lam_k`` of multiplicity ``N_k`` and ``tr1(v) = sum N lam/(lam + v)``, two numbers solve

    n - ridge/nu1 = tr1(nu2),     width - width nu1/nu2 = tr1(nu2).

At infinite width ``nu1 = nu2 = kappa``, and ``kappa (1 - tr1(kappa)/n) = ridge/n``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
from scipy.optimize import brentq

from feature_learning.core.errors import UserError


class Traces(Protocol):
    """What the fixed point needs to know of a spectrum.

    `Spectrum` lists its eigenvalues; other classes know their transforms in closed form.

    References
    ----------
    Defilippis, Loureiro and Misiakiewicz (2024), "Dimension-free deterministic equivalents and
    scaling laws for random feature regression", NeurIPS: the traces in its fixed-point equations.
    """

    def tr1(self, v: float) -> float:
        """``sum N lam/(lam + v)``."""

    def tr2(self, v: float) -> float:
        """``sum N lam^2/(lam + v)^2``."""

    @property
    def trace(self) -> float:
        """``sum N lam``."""

    @property
    def rank(self) -> float:
        """``sum N`` over positive eigenvalues."""

    @property
    def largest(self) -> float:
        """The largest eigenvalue, or a bound on it."""


@dataclass(frozen=True)
class Spectrum:
    """Kernel eigenvalues with multiplicities.

    Attributes
    ----------
    eigenvalues, multiplicities : (modes,)
        ``lam_k`` and ``N_k``.
    tail
        Trace of infinitely many further modes, each too small to be fitted. They act as a ridge.

    References
    ----------
    Defilippis, Loureiro and Misiakiewicz (2024), NeurIPS: the traces of a spectrum.
    Derived here: the tail. As eigenvalues shrink at fixed trace t, ``sum N lam/(lam + v)`` tends
    to ``t/v`` and ``sum N lam^2/(lam + v)^2`` to 0.
    """

    eigenvalues: np.ndarray
    multiplicities: np.ndarray
    tail: float = 0.0

    def tr1(self, v: float) -> float:
        """``sum N lam/(lam + v)``, including the tail."""
        return (
            float(self.multiplicities @ (self.eigenvalues / (self.eigenvalues + v))) + self.tail / v
        )

    def tr2(self, v: float) -> float:
        """``sum N lam^2/(lam + v)^2``."""
        return float(self.multiplicities @ (self.eigenvalues / (self.eigenvalues + v)) ** 2)

    @property
    def trace(self) -> float:
        """The kernel's trace."""
        return float(self.multiplicities @ self.eigenvalues) + self.tail

    @property
    def rank(self) -> float:
        """The number of modes; infinite with a tail."""
        return math.inf if self.tail else float(self.multiplicities.sum())

    @property
    def largest(self) -> float:
        """The largest eigenvalue."""
        return float(self.eigenvalues.max())


S = TypeVar("S", bound=Traces)


@dataclass(frozen=True)
class Equivalent(Generic[S]):
    """The solution for one spectrum, sample size, ridge and width.

    Attributes
    ----------
    spectrum
        What was solved for.
    n, ridge, width
        Sample size, penalty added to the sum of squares, and number of features.
    nu1, nu2
        The effective regularisations, equal at infinite width.

    References
    ----------
    Defilippis, Loureiro and Misiakiewicz (2024), NeurIPS: the deterministic equivalent of the test
    error of random-features ridge regression, with its quantities nu1, nu2, Upsilon and chi. At
    infinite width it is the known equivalent of kernel ridge regression (Cheng and Montanari 2022,
    "Dimension free ridge regression").
    """

    spectrum: S
    n: float
    ridge: float
    width: float
    nu1: float
    nu2: float

    @property
    def upsilon(self) -> float:
        """The variance factor; ``tr2/n`` at infinite width."""
        tr2 = self.spectrum.tr2(self.nu2)
        if math.isinf(self.width):
            return tr2 / self.n
        share = self.nu1 / self.nu2
        return self.width / self.n * ((1 - share) ** 2 + share**2 * tr2 / (self.width - tr2))

    @property
    def chi(self: Equivalent[Spectrum]) -> float:
        """The contribution of the random features to the bias; 0 at infinite width."""
        if math.isinf(self.width):
            return 0.0
        lam, nu = self.spectrum.eigenvalues, self.nu2
        spread = (
            float(self.spectrum.multiplicities @ (lam / (lam + nu) ** 2))
            + self.spectrum.tail / nu**2
        )
        return spread / (self.width - self.spectrum.tr2(nu))

    def risk(
        self: Equivalent[Spectrum], power: np.ndarray, unfitted: float = 0.0, noise: float = 0.0
    ) -> float:
        """Return the excess test error, without the label noise of the test points.

        Parameters
        ----------
        power : (modes,)
            Squared norm of the target in each eigenspace.
        unfitted
            Its squared norm in the tail.
        noise
            Variance of the label noise.

        Notes
        -----
        It is ``(nu2^2 bias + unfitted + noise)/(1 - upsilon) - noise`` with
        ``bias = sum power (1 + chi lam)/(lam + nu2)^2``.
        """
        lam, nu = self.spectrum.eigenvalues, self.nu2
        bias = float(power @ (1 / (lam + nu) ** 2) + self.chi * (power @ (lam / (lam + nu) ** 2)))
        return (nu**2 * bias + unfitted + noise) / (1 - self.upsilon) - noise


def solve(spectrum: S, n: float, ridge: float, width: float = math.inf) -> Equivalent[S]:
    """Return the deterministic equivalent.

    Parameters
    ----------
    spectrum
        A `Spectrum`, or anything that knows its `Traces`.
    n
        Sample size.
    ridge
        Penalty added to the sum of squares.
    width
        Number of random features; infinite for the kernel.

    Raises
    ------
    UserError
        The ridge is negative, or it is zero and nothing else regularises: no tail, and no more
        modes than samples or features.

    References
    ----------
    Defilippis, Loureiro and Misiakiewicz (2024), NeurIPS: the fixed-point equations for nu1, nu2.
    Derived here: eliminating nu1 leaves ``nu2 (1 - tr1/width) (n - tr1) = ridge``. Where
    ``tr1(nu2)`` is below n and width, all three factors on the left grow with nu2, so there is
    one root.
    """
    if ridge < 0 or n <= 0 or width <= 0:
        raise UserError(f"no equivalent for n = {n:g}, ridge = {ridge:g}, width = {width:g}")
    capacity = min(n, width)
    rank = spectrum.rank
    if ridge == 0 and rank <= capacity:
        raise UserError(
            f"a ridge of 0 with {rank:g} modes and min(n, width) = {capacity:g} fits everything; "
            "give a positive ridge"
        )
    top = 2 * (spectrum.trace / capacity + ridge / capacity + spectrum.largest)
    low = _root(lambda v: spectrum.tr1(v) - capacity, top) if rank > capacity else 0.0

    def mismatch(v: float) -> float:
        used = spectrum.tr1(v)
        return v * (1 - used / width) * (n - used) - ridge

    if ridge == 0:
        nu2 = low
    else:
        high = max(top, 2 * low)
        while mismatch(high) < 0:
            high *= 2
        nu2 = (
            float(brentq(mismatch, low, high, xtol=1e-300, rtol=1e-14))
            if low > 0
            else _root(mismatch, high)
        )
    used = spectrum.tr1(nu2)
    nu1 = nu2 * (1 - used / width) if not math.isinf(width) else nu2
    return Equivalent(spectrum, n, ridge, width, nu1, nu2)


def _root(function: Callable[[float], float], high: float) -> float:
    """The root of a monotone function on (0, high], found on a logarithmic axis."""
    low, start = high, function(high)
    while function(low) * start > 0:
        low /= 16
        if low < 1e-290:
            raise UserError("the equation for the effective ridge has no root")
    return math.exp(
        brentq(lambda log_v: function(math.exp(log_v)), math.log(low), math.log(high), xtol=1e-14)
    )
