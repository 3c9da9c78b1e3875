"""PCA and fitting: the top principal component of the inputs, and a polynomial of the projection on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.linalg import eigh

from feature_learning.data.covariates import spike_scale
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import orthonormal_hermite


class Component:
    """The top eigenvector of a sample covariance, at many strengths of the spike.

    Parameters
    ----------
    inputs : (n, d)
        Isotropic; the spike is along the first axis.
    """

    def __init__(self, inputs: np.ndarray) -> None:
        self._covariance = inputs.T @ inputs / len(inputs)

    def direction(self, theta: float) -> np.ndarray:
        """Return the eigenvector, of norm 1, shape (d,)."""
        covariance, scale, last = self._covariance.copy(), spike_scale(theta), len(self._covariance) - 1
        covariance[0] *= scale
        covariance[:, 0] *= scale
        _, vectors = eigh(covariance, subset_by_index=[last, last], overwrite_a=True, check_finite=False)
        return np.asarray(vectors[:, 0])


def fitted_risks(
    links: Sequence[Link], degree: int, direction: np.ndarray, theta: float, inputs: np.ndarray, labels: np.ndarray
) -> np.ndarray:
    """Return the risks of least squares on a polynomial of the projection.

    Parameters
    ----------
    links
        The targets, functions of the standardised first coordinate.
    degree
        Of the polynomial.
    direction : (d,)
        What the inputs are projected on, of norm 1.
    theta
        Strength of the spike, which is along the first axis.
    inputs : (n, d)
        Spiked inputs that the direction does not depend on.
    labels : (n, targets)
        Their labels.

    Returns
    -------
    risks : (targets,)
        ``E (f_hat - f*)^2``, without test points.

    References
    ----------
    Derived here. With t the standardised projection, ``f_hat = sum_j b_j h_j(t)``. Its correlation with z is
    ``rho = sqrt(1 + theta) u_1/sqrt(1 + theta u_1^2)``, and ``E h_i(t) h_j(z)`` is ``rho^j`` for i = j and 0 otherwise (Mehler
    1866).
    """
    spread = math.sqrt(1 + theta * direction[0] ** 2)
    correlation = spike_scale(theta) * direction[0] / spread
    features = orthonormal_hermite(inputs @ direction / spread, degree).T
    fitted = np.linalg.lstsq(features, labels, rcond=None)[0].T
    shrunk = correlation ** np.arange(degree + 1)
    targets = np.array([link.coefficients(degree) for link in links])
    errors = (fitted**2 - 2 * shrunk * fitted * targets).sum(axis=1)
    return errors + np.array([link.square_norm for link in links])


def predicted_risk(link: Link, theta: float, n_over_d: float) -> float:
    """Return the risk of the best function of the top principal component, for large n and d.

    Parameters
    ----------
    link
        f*, a polynomial.
    theta
        Strength of the spike.
    n_over_d
        Samples per dimension.

    References
    ----------
    Paul (2007), "Asymptotics of sample eigenstructure for a large dimensional spiked covariance model", Statistica Sinica 17:
    ``u_1^2 -> c = (1 - (d/n)/theta^2)/(1 + (d/n)/theta)`` for ``theta > sqrt(d/n)``, else 0.
    Derived here: the correlation of the projection with z is ``rho^2 = c (1 + theta)/(1 + c theta)``, and the best function
    ``E[f* | projection]`` keeps ``rho^j`` of each degree.

    Examples
    --------
    >>> round(predicted_risk(Link.orthonormal(0, 1), 1.0, 2.0), 12), predicted_risk(Link.orthonormal(0, 1), 0.5, 2.0)
    (0.5, 1.0)
    """
    found = 0.0
    if theta * math.sqrt(n_over_d) > 1:
        ratio = 1 / n_over_d
        overlap = (1 - ratio / theta**2) / (1 + ratio / theta)
        found = overlap * (1 + theta) / (1 + overlap * theta)
    return sum(float(link.coefficients(j)[j]) ** 2 * (1 - found**j) for j in link.degrees)
