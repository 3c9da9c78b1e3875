"""Features after a giant step, which are Gaussian given their few informative directions.

Let U be the informative directions, ``w_i = c_i + w_i^perp`` with ``c_i`` in U, and
``m = <c_i, x_U>``. Given ``x_U``, the feature ``sigma(<w_i, x>)`` behaves like
``mean + slope <w_i^perp, x> + sqrt(residual) xi_i`` with independent ``xi_i``.
Without conditioning on ``x_U`` the features are not Gaussian.
"""

from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density, distribution
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.relu_expansions import orthonormal_hermite
from feature_learning.networks.activations import RELU, Activation

_NODES = 40
_DEGREES = 40  # of the covariance between two neurons; their variances are exact


def conditional_moments(
    mean: np.ndarray, spread: np.ndarray, activation: Activation = RELU
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return mean, slope and residual variance of sigma of ``mean + spread g``, g standard normal.

    Parameters
    ----------
    mean, spread
        m and ``s = |w^perp|``, arrays that broadcast together.
    activation
        sigma: a ReLU with any threshold, or a smooth function.

    Returns
    -------
    mean, slope, residual
        ``E sigma``, ``E sigma'``, and the variance that the constant and the linear part leave.

    Raises
    ------
    UserError
        The activation has kinks and is not a ReLU.

    References
    ----------
    Dandi, Krzakala, Loureiro, Pesce and Stephan (2023), "How two-layer neural networks learn, one
    (giant) step at a time": the conditional Gaussian equivalence.
    Derived here, for a ReLU: with ``k = m/s``, ``E relu = m Phi(k) + s phi(k)``,
    ``E relu^2 = (m^2 + s^2) Phi(k) + m s phi(k)``, the slope is ``E relu' = Phi(k)`` by Stein's
    lemma, and the linear part ``slope s g`` has variance ``(s Phi(k))^2``. A threshold shifts m.
    For smooth activations, Gauss-Hermite quadrature.

    Examples
    --------
    >>> [round(float(value), 5) for value in conditional_moments(np.array(1.0), np.array(1.0))]
    [1.08332, 0.84134, 0.04323]
    """
    if activation.hinge is None:
        return _by_quadrature(
            np.asarray(mean, dtype=float), np.asarray(spread, dtype=float), activation
        )
    threshold, offset = activation.hinge
    if threshold or offset:
        first, slope, residual = conditional_moments(mean - threshold, spread)
        return first + offset, slope, residual
    k = mean / spread
    slope, kink = distribution(k), density(k)
    first = mean * slope + spread * kink
    second = (mean**2 + spread**2) * slope + mean * spread * kink
    return first, slope, np.maximum(second - first**2 - (spread * slope) ** 2, 0.0)


def _by_quadrature(
    mean: np.ndarray, spread: np.ndarray, activation: Activation
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if activation.kinks:
        raise UserError(
            "conditional moments are known for ReLUs and smooth activations, and "
            f"{activation.name} has kinks"
        )
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    first, slope, second = (
        np.zeros(np.broadcast_shapes(mean.shape, spread.shape)) for _ in range(3)
    )
    for node, weight in zip(nodes.tolist(), (weights / weights.sum()).tolist(), strict=True):
        at = mean + spread * node
        values = activation(at)
        first += weight * values
        second += weight * values**2
        slope += weight * activation.derivative(at)
    return first, slope, np.maximum(second - first**2 - (spread * slope) ** 2, 0.0)


@dataclass(frozen=True)
class MatchedGaussian:
    """Gaussian features with the mean and covariance of true ones, jointly with the inputs.

    Attributes
    ----------
    mean, slope : (p,)
        Features are ``mean + slope <w, x>`` and a residual that does not depend on x.
    factor : (p, p)
        Symmetric; the residual's covariance is ``factor factor^T``.

    References
    ----------
    See `of`.
    """

    mean: np.ndarray
    slope: np.ndarray
    factor: np.ndarray

    @classmethod
    def of(cls, weights: np.ndarray, activation: Activation) -> "MatchedGaussian":
        """Return the features that match ``sigma(W x)`` for Gaussian inputs.

        Parameters
        ----------
        weights : (p, d)
            W.
        activation
            sigma.

        References
        ----------
        Derived here: with ``c_k(r)`` the coefficients of ``sigma(r g)`` in orthonormal Hermite
        polynomials, two neurons of norms r, s and cosine rho have the covariance
        ``sum_k c_k(r) c_k(s) rho^k``; degrees 0 and 1 are the mean and the slope.
        """
        norms = np.linalg.norm(weights, axis=1)
        nodes, weight = gaussian_nodes((0.0, *activation.kinks))
        values = activation(norms[:, None] * nodes)
        coefficients = (values * weight) @ orthonormal_hermite(nodes, _DEGREES).T
        cosines = np.clip(weights @ weights.T / np.outer(norms, norms), -1, 1)
        residual, power = np.zeros_like(cosines), cosines.copy()
        for column in coefficients.T[2:]:
            power *= cosines
            residual += np.outer(column, column) * power
        variance = values**2 @ weight - coefficients[:, 0] ** 2 - coefficients[:, 1] ** 2
        np.fill_diagonal(residual, variance)
        sizes, vectors = np.linalg.eigh(residual)
        # The symmetric root: the signs of eigenvectors differ from processor to processor.
        factor = (vectors * np.sqrt(np.maximum(sizes, 0))) @ vectors.T
        return cls(coefficients[:, 0], coefficients[:, 1] / norms, factor)

    def __call__(self, fields: np.ndarray, noise: np.ndarray) -> np.ndarray:
        """Return the features.

        Parameters
        ----------
        fields : (n, p)
            ``W x``.
        noise : (n, p)
            Independent standard normals.

        Returns
        -------
        features : (n, p)
        """
        return np.asarray(self.mean + self.slope * fields + noise @ self.factor.T)
