"""Population errors of a readout, exact: from the moments of features at Gaussian inputs."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import orthonormal_hermite
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.networks.activations import Activation

_DEGREES = 24  # of a series that never ends; exact for polynomials up to there
_NOTHING = 1e-13


@dataclass(frozen=True)
class Population:
    """The second moments of features f(x) at ``x ~ N(0, I)``.

    Attributes
    ----------
    gram : (width, width)
        ``E f f^T``.
    hermite : (width, degrees)
        ``E f h_m(z)`` with the teacher's projection z and orthonormal h_m.
    """

    gram: np.ndarray
    hermite: np.ndarray

    def test_error(self, readout: np.ndarray, link: Link) -> float:
        """Return ``E (y - a.f)^2`` for a readout a (width,), with the label noise."""
        target = link.coefficients(self.hermite.shape[1] - 1)
        variance = link.square_norm + link.noise_variance
        return float(
            variance - 2 * readout @ (self.hermite @ target) + readout @ (self.gram @ readout)
        )

    def learned(self, readout: np.ndarray, link: Link, degree: int) -> float:
        """Return ``E[a.f h_m]`` over the target's coefficient of degree m, or alone without one."""
        overlap = float(readout @ self.hermite[:, degree])
        coefficient = float(link.coefficients(degree)[degree])
        return overlap / coefficient if coefficient else overlap


def neurons(sigma: Activation, rows: np.ndarray, beta_star: np.ndarray) -> Population:
    """Return the moments of the features ``sigma(W x)``, in the precision of the rows W (width, d).

    Notes
    -----
    For a ReLU with an offset, ``E relu relu`` is the arc-cosine kernel of the rows. For other
    activations it is ``sum_k C_k C_k^T R^k``, with the coefficients C of `row_coefficients` and the
    rows' cosines R; its diagonal is computed by quadrature.
    """
    norms = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=float))
    coefficients = row_coefficients(sigma, norms, _DEGREES)
    hermite = coefficients * np.vander(rows @ beta_star / norms, _DEGREES + 1, increasing=True)
    if sigma.hinge is not None and sigma.hinge[0] == 0:
        offset = sigma.hinge[1]
        means = offset * (coefficients[:, 0] - offset / 2)
        gram = arc_cosine(rows, rows)
        gram *= rows.shape[1] / 2
        gram += means[:, None].astype(rows.dtype)
        gram += means.astype(rows.dtype)
        return Population(gram, hermite)
    return Population(_series(sigma, rows / norms[:, None], norms, coefficients), hermite)


def row_coefficients(sigma: Activation, norms: np.ndarray, degree: int) -> np.ndarray:
    """Return ``E sigma(r g) h_k(g)``, (width, degree + 1), for rows of norms r (width,)."""
    nodes, table = _quadrature(sigma.kinks, degree)
    if sigma.hinge is not None and sigma.hinge[0] == 0:  # homogeneous but for its offset
        offset = np.eye(1, degree + 1)[0] * sigma.hinge[1]
        return np.outer(norms, sigma(nodes) @ table - offset) + offset
    return np.asarray(sigma(np.outer(norms, nodes)) @ table)


def learned_quadratic(
    sigma: Activation, rows: np.ndarray, readout: np.ndarray, direction: np.ndarray, link: Link
) -> float:
    """Return ``E[a.f h_2]`` along a direction over the link's coefficient of degree 2, or alone
    without one, for a readout a (width,) of the features ``f = sigma(W x)``.
    """
    norms = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=float))
    second = readout * row_coefficients(sigma, norms, 2)[:, 2]
    coefficient = float(link.coefficients(2)[2])
    return float(second @ (rows @ direction / norms) ** 2) / (coefficient or 1.0)


def quadratic_form(
    sigma: Activation, rows: np.ndarray, readout: np.ndarray, frame: np.ndarray
) -> np.ndarray:
    """Return ``E[a.f (z z^T - I)]/2``, (directions, directions).

    The z are the projections of the inputs on orthonormal directions, the columns of `frame` (d,
    directions). A target ``sum_k b_k H_2(z_k)`` itself has the form ``diag(b)``.
    """
    norms = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=float))
    second = readout * row_coefficients(sigma, norms, 2)[:, 2]
    along = rows @ frame / norms[:, None]
    return np.asarray((along * second[:, None]).T @ along / np.sqrt(2))


@cache
def _quadrature(kinks: tuple[float, ...], degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes, and weights times ``h_0 .. h_degree`` there, shape (nodes, degree + 1)."""
    nodes, measure = gaussian_nodes(kinks)
    return nodes, (orthonormal_hermite(nodes, degree) * measure).T


def _series(
    sigma: Activation, units: np.ndarray, norms: np.ndarray, coefficients: np.ndarray
) -> np.ndarray:
    cosines, gram = units @ units.T, np.zeros((len(units), len(units)))
    power = np.ones_like(gram)
    for column in coefficients.T:
        if np.abs(column).max() > _NOTHING:
            gram += np.outer(column, column) * power
        power *= cosines
    nodes, table = _quadrature(sigma.kinks, 0)
    np.fill_diagonal(gram, sigma(np.outer(norms, nodes)) ** 2 @ table[:, 0])
    return gram


def linear_test_error(weights: np.ndarray, beta_star: np.ndarray, link: Link) -> float:
    """Return ``E (y - w.x)^2 = V - 2 cs_1 w.beta_* + |w|^2`` for a target without a mean."""
    variance = link.square_norm + link.noise_variance
    return float(variance - 2 * link.linear * (weights @ beta_star) + weights @ weights)
