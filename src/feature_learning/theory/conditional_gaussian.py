"""Features after a giant step, which are Gaussian given their few informative directions.

Let U be the informative directions, ``w_i = c_i + w_i^perp`` with ``c_i`` in U, and
``m = <c_i, x_U>``. Given ``x_U``, the feature ``sigma(<w_i, x>)`` behaves like
``mean + slope <w_i^perp, x> + sqrt(residual) xi_i`` with independent ``xi_i``.
Without conditioning on ``x_U`` the features are not Gaussian.
"""

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.normal import density, distribution
from feature_learning.networks.activations import RELU, Activation

_NODES = 40


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
        The activation has kinks and is no ReLU.

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
