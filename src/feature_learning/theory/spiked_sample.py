"""Kernel ridge regression on spiked data, given the sample's projections on the spike.

Inputs are ``N(0, I + theta mu mu^T)``, the target is a function of
``z = <x, mu>/sqrt(1 + theta)``, and the kernel is ``g(<x, y>/d)`` with a polynomial g of degree M.
The equivalent of `theory.spiked_kernel` replaces the n projections of the sample by their law. At
finite n this leaves out the heavy tails of ``z^3`` and ``z^4``. Here the projections stay, and only
the d - 1 isotropic coordinates are averaged over. With ``r = (1 + theta)/d`` and ``g_m`` the
coefficients of g, the kernel matrix is

    K = V V^T + (B_i . B_j u_ij)_ij + D,    u_ij = <isotropic parts>/d for i != j,
    V_im^2 = (g_m + (m + 1)(m + 2) g_(m+2)/(2d)) r^m z_i^2m,    m = 0..M,
    B_im^2 = (m + 1) g_(m+1) r^m z_i^2m,                        m = 0..M-1,
    D_i = sum_m ([t^m] g(1 + t) - g_m - (m + 1) g_(m+1)) r^m z_i^2m.

All of these are polynomials of z, so a fit takes sums of powers of z over the sample, and
linear algebra of size M.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import spike_scale
from feature_learning.data.hermite import gaussian_moment, monomial_coefficient
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import InnerProductKernel

_STEPS = 200
_TOLERANCE = 1e-10


@dataclass(frozen=True)
class Fitted:
    """What kernel ridge regression makes of several targets.

    Attributes
    ----------
    risks : (..., targets)
        ``E (f_hat - f*)^2``.
    learned : (..., targets)
        ``E[f_hat f*]/E[f*^2]``.

    References
    ----------
    Derived here, see `SpikedSample.fitted`.
    """

    risks: np.ndarray
    learned: np.ndarray


class SpikedSample:
    """The projections and labels of one sample, or of several of one size at once.

    Parameters
    ----------
    kernel
        g, of degree 1 at least.
    projections : (..., n)
        z of each input, of variance 1 in law; samples come first.
    links
        The targets.
    labels : (..., n, targets), optional
        Their labels, with noise. Without them the labels are those of the links, and their noise is
        averaged over.
    counts : (..., n), optional
        How many inputs each projection stands for, so a large sample can be binned.

    Raises
    ------
    UserError
        The kernel is constant, or there is not one column of labels for each target.

    References
    ----------
    Derived here, see `fitted`.
    """

    def __init__(
        self,
        kernel: InnerProductKernel,
        projections: np.ndarray,
        links: Sequence[Link],
        labels: np.ndarray | None = None,
        counts: np.ndarray | None = None,
    ) -> None:
        degree = len(kernel.coefficients) - 1
        if degree < 1:
            raise UserError(f"kernel {kernel.name} is constant")
        self._noise = np.array([[link.noise_variance if labels is None else 0.0] for link in links])
        if labels is None:
            labels = np.stack([link(projections) for link in links], axis=-1)
        if labels.shape != (*projections.shape, len(links)):
            raise UserError(
                f"labels of shape {labels.shape} for {projections.shape[-1]} inputs and "
                f"{len(links)} targets"
            )
        self._labels = labels.swapaxes(-1, -2)
        self._counts = np.ones_like(projections) if counts is None else counts
        self._powers = _powers(projections, max(2 * degree, 4 * (degree - 1)))
        self._kernel = kernel
        self._targets = np.array([link.coefficients(degree) for link in links])
        self._beyond = np.array([link.beyond(degree) for link in links])
        self._norms = np.array([link.square_norm for link in links])

    def fitted(self, d: float, strength: float, ridge: float) -> Fitted:
        """Return each target's risk and learned fraction, averaged over isotropic coordinates.

        Parameters
        ----------
        d, strength
            Dimension and theta.
        ridge
            lambda, what is added to the diagonal.

        Raises
        ------
        UserError
            The fixed point did not converge, as with a ridge near zero.

        References
        ----------
        Derived here. Given z, ``(B_i . B_j u_ij)`` is the Gram matrix of ``B_i (x) x_i/sqrt(d)``
        with x_i the isotropic part: random features of M blocks. For large d the inverse of
        ``K + lambda`` minus the part of V is close to ``diag(1/q_i)`` with

            q_i = lambda + D_i + B_i^T G B_i,  G = (1 + H)^-1,  H = ((d - 1)/d^2) sum_i B_i
            B_i^T/q_i,

        the deterministic equivalent of a sample covariance with unequal blocks (as in Couillet and
        Liao 2022, "Random Matrix Methods for Machine Learning"). Then the part of V is
        ordinary ridge regression with unequal noise,
        ``w = (V^T Q^-1 V + 1)^-1 V^T Q^-1 y``, and with ``e_i = (y_i - V_i^T w)/q_i`` the part that
        is linear in the isotropic coordinates has in these the covariance

            S = G [(1/d) sum_i B_i B_i^T (e_i^2 + B_i^T S B_i/q_i^2)] G,

        since dual coefficients are the residuals of leaving one out over q_i. At a new input the
        mean is ``V(z)^T w`` and the variance over the isotropic part ``B(z)^T S B(z)``. Averaging
        over the labels' noise adds its variance over q_i^2 to e_i^2; what it adds to w is smaller
        by a factor of n/M.
        """
        powers = self._powers
        along, across, own = coefficients(self._kernel, d, strength)
        inverse, mixing = self._fixed_point(across, own, d, ridge)
        count, weighted = len(along), self._counts * inverse
        low, roots = powers[..., :count, :], np.sqrt(along)
        moments = np.matvec(powers[..., : 2 * count - 1, :], weighted)
        gram = np.outer(roots, roots) * moments[..., _degrees(count)]
        projected = roots[:, None] * (
            low @ (self._labels * weighted[..., None, :]).swapaxes(-1, -2)
        )
        solution = (roots[:, None] * np.linalg.solve(gram + np.eye(count), projected)).swapaxes(
            -1, -2
        )
        squares = (self._labels - solution @ low) ** 2 + self._noise
        spreads = self._covariances(across, mixing, weighted * inverse, squares, d)
        found = solution @ _to_hermite(count)
        risks = ((found - self._targets) ** 2).sum(axis=-1) + self._beyond + spreads
        return Fitted(risks, (found * self._targets).sum(axis=-1) / self._norms)

    def _fixed_point(
        self, across: np.ndarray, own: np.ndarray, d: float, ridge: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return ``1/q`` of each input, and G."""
        count, powers = len(across), self._powers
        low, degrees, one = powers[..., : 2 * count - 1, :], _degrees(count), np.eye(count)
        roots = np.sqrt(np.outer(across, across))
        # Coefficients of powers of z: matrices times this are summed over their antidiagonals.
        summed = np.equal.outer(degrees.ravel(), np.arange(2 * count - 1)).astype(float)
        alone = ridge + np.tensordot(own, powers[..., : 2 * len(own) : 2, :], (0, -2))
        mixing = np.broadcast_to(one, (*powers.shape[:-2], count, count))
        for _ in range(_STEPS):
            polynomial = (roots * mixing).reshape(*mixing.shape[:-2], -1) @ summed
            inverse = 1 / (alone + np.vecmat(polynomial, low))
            moments = np.matvec(low, self._counts * inverse)
            following = np.linalg.inv(one + (d - 1) / d**2 * roots * moments[..., degrees])
            change = np.abs(following - mixing).max()
            mixing = following
            if change < _TOLERANCE:
                return inverse, mixing
        raise UserError(
            f"the equivalent at finite n did not converge at d = {d:g} with ridge {ridge:g}: take "
            "a larger ridge"
        )

    def _covariances(
        self,
        across: np.ndarray,
        mixing: np.ndarray,
        weights: np.ndarray,
        squares: np.ndarray,
        d: float,
    ) -> np.ndarray:
        """Return ``E_z B(z)^T S B(z)`` for each target: the linear equation for S, solved."""
        count, powers = len(across), self._powers
        flat, degrees = np.sqrt(np.outer(across, across)).ravel(), _degrees(count).ravel()
        pairs = np.einsum("...ij,...kl->...ikjl", mixing, mixing)
        both = pairs.reshape(*mixing.shape[:-2], count**2, count**2)
        moments = np.matvec(powers[..., : 4 * count - 3, :], weights)
        feedback = both @ (np.outer(flat, flat) * moments[..., np.add.outer(degrees, degrees)]) / d
        summed = powers[..., : 2 * count - 1, :] @ (squares * weights[..., None, :]).swapaxes(
            -1, -2
        )
        sources = summed[..., degrees, :] * flat[:, None] / d
        found = np.linalg.solve(np.eye(count**2) - feedback, both @ sources)
        means = np.array([gaussian_moment(power) for power in range(2 * count - 1)])
        return np.asarray(np.vecmat(flat * means[degrees], found))


def _powers(z: np.ndarray, highest: int) -> np.ndarray:
    """``z^0..z^highest``, shape (..., powers, n)."""
    found = np.ones((*z.shape[:-1], highest + 1, z.shape[-1]))
    for power in range(1, highest + 1):
        np.multiply(found[..., power - 1, :], z, out=found[..., power, :])
    return found


def coefficients(
    kernel: InnerProductKernel, d: float, strength: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the coefficients of ``z^2m`` in ``V_m^2`` and D (m = 0..M) and ``B_m^2`` (to M - 1).

    Parameters
    ----------
    kernel
        g, of degree M.
    d, strength
        Dimension and theta.

    References
    ----------
    Derived here: on pairs of inputs ``g(r z z' + u)`` to second order in u, of variance ``1/d``,
    and on the diagonal, where u is 1, what exceeds the first order.
    """
    values, slopes, bends, beyond = _expansions(kernel)
    scales = (spike_scale(strength) ** 2 / d) ** np.arange(len(values))
    return (values + bends / (2 * d)) * scales, slopes * scales[:-1], beyond * scales


@lru_cache
def _expansions(kernel: InnerProductKernel) -> tuple[np.ndarray, ...]:
    """The coefficients of g, g', g'' (as many as of g) and ``g(1 + t) - g(t) - g'(t)``."""
    g = np.asarray(kernel.coefficients)
    slopes = np.asarray(kernel.derivative(1).coefficients)
    bends = np.pad(np.asarray(kernel.derivative(2).coefficients), (0, 2))[: len(g)]
    return g, slopes, bends, kernel.around(1.0) - g - np.append(slopes, 0.0)


@lru_cache
def _degrees(count: int) -> np.ndarray:
    """``i + j``, shape (count, count)."""
    return np.add.outer(np.arange(count), np.arange(count))


@lru_cache
def _to_hermite(count: int) -> np.ndarray:
    """Row m: the orthonormal Hermite coefficients of ``z^m``."""
    return np.array(
        [
            [monomial_coefficient(m, i) / math.sqrt(math.factorial(i)) for i in range(count)]
            for m in range(count)
        ]
    )
