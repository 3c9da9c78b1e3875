"""Kernel ridge regression on spiked data: the staircase, and its deterministic equivalent.

Inputs are ``N(0, I + theta mu mu^T)``, the target is a function of
``z = <x, mu>/sqrt(1 + theta)``, and the kernel is ``g(<x, y>/d)`` with a polynomial g. With
``r = (1 + theta)/d`` the kernel's operator is, up to terms that vanish with d,

    A = g(r z z') + g''(r z z')/(2d)          on functions of z,
    B = g'(r z z')/d                          on functions of z times an isotropic coordinate,
    c = E[g(1 + r z^2) - g(r z^2) - g'(r z^2)],

where there are d - 1 isotropic coordinates, and c is the trace of everything else, which acts as a
ridge.
"""

import math
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import spike_scale
from feature_learning.data.hermite import gaussian_moment, monomial_coefficient
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import InnerProductKernel
from feature_learning.theory.deterministic_equivalents import Equivalent, Spectrum, solve


def learned_degree(gamma: float) -> int:
    """Return the largest degree that kernel ridge regression learns at ``theta = d^gamma``.

    Raises
    ------
    UserError
        gamma is 1 or more, where every degree is learned.

    References
    ----------
    Ba et al. (2023), NeurIPS: the theorem on kernel ridge regression, l for
    ``1 - 1/l < gamma < 1 - 1/(l + 1)``; on a boundary the lower degree is taken here.

    Examples
    --------
    >>> [learned_degree(gamma) for gamma in (0.1, 0.49, 0.51, 0.67, 0.76, 0.8, 0.9)]
    [1, 1, 2, 3, 4, 4, 9]
    """
    if gamma >= 1:
        raise UserError(f"the staircase ends at gamma = 1, not at {gamma:g}")
    # On a boundary 1 - 1/l rounding must not decide.
    return max(1, math.ceil(round(1 / (1 - gamma), 9)) - 1)


def staircase(link: Link, gamma: float) -> float:
    """Return the limit of the risk, ``||P_{>l} f*||^2`` with l of `learned_degree`.

    Parameters
    ----------
    link
        f*.
    gamma
        Exponent of the spike, below 1.

    References
    ----------
    Ba et al. (2023), NeurIPS: the theorem on kernel ridge regression.
    """
    return link.beyond(learned_degree(gamma))


def plateau(
    kernel: InnerProductKernel, link: Link, gamma: float, ratio: float, ridge: float
) -> float:
    """Return the limit of the risk of ``(K + ridge I)^-1`` with a ridge that does not grow.

    Parameters
    ----------
    kernel, link, gamma
        g, f* with its label noise, and the exponent of the spike, inside a step of `staircase`.
    ratio, ridge
        n/d, and what is added to the diagonal.

    References
    ----------
    Ba et al. (2023), NeurIPS: the limit without the second term below, as their talk prints it.
    Derived here: with l the learned degree, ``u = P_{>l} f*`` plus the noise is left of the labels,
    of variance ``tau^2 = ||P_{>l} f*||^2 + sigma^2``. It does not depend on the isotropic
    coordinates X, of which the kernel has ``g'(0) X X^T/d + c I``, ``c = g(1) - g(0) - g'(0)``
    (El Karoui 2010). The ridge regression fits u by these n/d = ratio samples per coordinate, and
    its prediction of a new label has the mean square
    ``tau^2 (1/d) tr X^T X/d (X^T X/d + (ridge + c)/g'(0))^-2``. Therefore the risk is
    ``||P_{>l} f*||^2 + tau^2 v`` with the integral ``v`` over the Marchenko-Pastur law. It vanishes
    as the ridge grows: the printed limit needs such a ridge.

    Examples
    --------
    >>> from feature_learning.kernels.inner_product import named_kernel
    >>> pair = Link.orthonormal(0, 0.5**0.5, 0, 0, 0.5**0.5, noise_variance=0.01)
    >>> [round(plateau(named_kernel("exp-4"), pair, 0.6, 2.0, lam), 4) for lam in (3.0, 30.0)]
    [0.5262, 0.5009]
    """
    slope, constant = kernel.coefficients[1], sum(kernel.coefficients[2:])
    isotropic = Spectrum(np.array([slope]), np.ones(1), tail=constant)  # per coordinate
    fitted = solve(isotropic, ratio, ridge).upsilon
    left = staircase(link, gamma)
    return left + (left + link.noise_variance) * fitted / (1 - fitted)


@dataclass(frozen=True)
class SpikedKernel:
    """The deterministic equivalent for one kernel, d, theta, n and ridge.

    Attributes
    ----------
    equivalent
        kappa is its ``nu2``, df2 its ``upsilon``.
    modes : (degrees, degrees)
        In columns, the eigenfunctions that depend on z alone, in orthonormal Hermite polynomials.

    References
    ----------
    Derived here, see `spiked_kernel`; the risk is that of `Equivalent`.
    """

    equivalent: Equivalent[Spectrum]
    modes: np.ndarray

    def risk(self, link: Link) -> float:
        """Return the excess test error ``E (f_hat - f*)^2`` for labels with the link's noise."""
        power, unfitted = self._power(link)
        return self.equivalent.risk(power, unfitted, link.noise_variance)

    def learned(self, link: Link) -> float:
        """Return ``E[f_hat f*]/E[f*^2]``."""
        power, _ = self._power(link)
        eigenvalues = self.equivalent.spectrum.eigenvalues
        return float(power @ (eigenvalues / (eigenvalues + self.equivalent.nu2))) / link.square_norm

    def _power(self, link: Link) -> tuple[np.ndarray, float]:
        """Squared norms of the target in the eigenspaces, and of what is in none."""
        along = (link.coefficients(len(self.modes) - 1) @ self.modes) ** 2
        power = np.zeros(len(self.equivalent.spectrum.eigenvalues))
        power[: len(along)] = along
        return power, max(link.square_norm - float(along.sum()), 0.0)


def spiked_kernel(
    kernel: InnerProductKernel, d: float, strength: float, n: float, ridge: float
) -> SpikedKernel:
    """Return the equivalent for n samples and ``(K + ridge I)^-1``.

    Parameters
    ----------
    kernel
        g.
    d, strength
        Dimension and theta.
    n, ridge
        Sample size, and what is added to the diagonal.

    References
    ----------
    Ba et al. (2023), NeurIPS: the limit.
    Derived here, the form at finite d: write ``<x, y>/d = r z z' + u`` with u the isotropic part,
    of variance ``1/d`` over two inputs. The terms ``g + g'' u^2/2`` on functions of z and ``g' u``
    are the operators A and B of the module. On the diagonal u is 1, and what exceeds A and B there
    is the trace c of modes too many to be fitted (as in El Karoui 2010, "The spectrum of kernel
    random matrices").
    """
    r = spike_scale(strength) ** 2 / d
    curvature = np.pad(np.asarray(kernel.derivative(2).coefficients), (0, 2))[
        : len(kernel.coefficients)
    ]
    along, modes = gaussian_modes(np.asarray(kernel.coefficients) + curvature / (2 * d), r)
    across, _ = gaussian_modes(np.asarray(kernel.derivative(1).coefficients) / d, r)
    eigenvalues = np.concatenate([along, across])
    multiplicities = np.concatenate([np.ones(len(along)), np.full(len(across), d - 1.0)])
    spectrum = Spectrum(eigenvalues, multiplicities, tail=_rest(kernel, r))
    return SpikedKernel(solve(spectrum, n, ridge), modes)


def gaussian_modes(coefficients: np.ndarray, r: float) -> tuple[np.ndarray, np.ndarray]:
    """Return eigenvalues and eigenfunctions of ``sum_m coefficients[m] (r z z')^m`` under the
    Gaussian.

    Parameters
    ----------
    coefficients : (degrees,)
        Not negative; smaller ones by rounding count as 0.
    r
        Not negative.

    Returns
    -------
    eigenvalues : (degrees,)
        From the largest on.
    modes : (degrees, degrees)
        In columns, the eigenfunctions in orthonormal Hermite polynomials.

    References
    ----------
    Derived here: each power is of rank one in the Hermite basis, so the operator is ``F F^T`` with
    column m ``sqrt(coefficients[m] r^m) E[he_i z^m]``. The singular values of F keep the small
    eigenvalues, which r^m scales down.
    """
    count = len(coefficients)
    factor = np.array(
        [
            [
                math.sqrt(max(coefficients[m], 0.0) * r**m / math.factorial(i))
                * monomial_coefficient(m, i)
                for m in range(count)
            ]
            for i in range(count)
        ]
    )
    modes, values, _ = np.linalg.svd(factor)
    return values**2, modes


def _rest(kernel: InnerProductKernel, r: float) -> float:
    """``c``: polynomials of ``r z^2`` under the Gaussian."""
    slopes = np.pad(np.asarray(kernel.derivative(1).coefficients), (0, 1))[
        : len(kernel.coefficients)
    ]
    beyond = kernel.around(1.0) - np.asarray(kernel.coefficients) - slopes
    return float(sum(value * r**m * gaussian_moment(2 * m) for m, value in enumerate(beyond)))
