"""A network after one step, kernel ridge regression and PCA on the same data (krr-vs-nn).

All methods but PCA have a grid of ridges, of which the figures take the best.
"""

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from scipy.linalg import eigh

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import spike_scale
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import orthonormal_hermite
from feature_learning.papers.ba2023.finite_n import AtFiniteN
from feature_learning.papers.ba2023.input_law import leading_overlap
from feature_learning.papers.ba2023.model import Dimension, noisy, strength, stretched
from feature_learning.papers.ba2023.one_step import OneStep, by_ridge
from feature_learning.papers.ba2023.spiked_regression import SpikedRegression
from feature_learning.theory import spiked_kernel

_INSIDE = 1e-6  # a step of the limit, from its edges


class Comparison(OneStep, AtFiniteN):
    """Risk of the three methods, against the strength of the spike."""

    d: Grid[Dimension]
    gamma: Grid[float]
    width: Count
    kernel_ridges: Grid[Positive]
    pca_degree: Count  # of the polynomial of the component

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, gamma, target, method and ridge: the risk.

        The kernel has n samples. The network's second layer and the polynomial of the component
        have n more.
        """
        kernel = self.seeing(self.links(self.target))
        for d in self.d:
            trial = self.trial(d, rng, self.target, self.width)
            regression = SpikedRegression(kernel, trial.first, trial.test, exact=True)
            component = Component(trial.first)
            for gamma in self.gamma:
                theta = strength(gamma, d)
                predicted = regression.paths(theta, trial.labels, self.kernel_ridges)
                errors = (predicted - trial.truth[..., None]) ** 2
                inputs = stretched(trial.second, theta)
                by_pca = fitted_risks(
                    trial.links,
                    self.pca_degree,
                    component.direction(theta),
                    theta,
                    inputs,
                    trial.further,
                )
                by_network = trial.risks(theta, self.second_ridges)
                for place, name in enumerate(self.target):
                    point = {"d": d, "gamma": gamma, "target": name}
                    risks = (trial.weights @ errors[:, place]).tolist()
                    yield from by_ridge({**point, "method": "kernel"}, self.kernel_ridges, risks)
                    risks = by_network[place]
                    yield from by_ridge({**point, "method": "network"}, self.second_ridges, risks)
                    yield {**point, "method": "pca", "ridge": 0.0, "risk": float(by_pca[place])}

    def predict(self) -> Rows:
        """Yield the risk of PCA and of the kernel with each ridge, and the kernel's limit; none is
        known for the network.
        """
        links = self.links(self.target)
        for d in self.d:
            samples = self.at_finite_n(d)
            n, degree = self.samples(d), self.pca_degree
            for gamma in self.gamma:
                theta = strength(gamma, d)
                rho = correlation(theta, self.psi)
                found = [("pca", 0.0, mean_fitted_risks(links, degree, rho, n, self.draws))]
                found += [
                    ("kernel", ridge, samples.fitted(theta, ridge).risks)
                    for ridge in self.kernel_ridges
                ]
                for method, ridge, risks in found:
                    for name, risk in zip(self.target, risks.tolist(), strict=True):
                        point = {"d": d, "gamma": gamma, "target": name}
                        yield {**point, "method": method, "ridge": ridge, "risk": risk}
        for d in self.d:
            for name, link in zip(self.target, links, strict=True):
                for gamma, risk in _steps(link):
                    point = {"d": d, "gamma": gamma, "target": name}
                    yield {**point, "method": "limit", "ridge": 0.0, "risk": risk}


def _steps(link: Link) -> Iterator[tuple[float, float]]:
    """Yield the corners of the kernel's limit against gamma."""
    edges = [0.0, *(1 - 1 / degree for degree in link.degrees if degree > 1), 1.0]
    for low, high in itertools.pairwise(edges):
        yield low, spiked_kernel.staircase(link, low + _INSIDE)
        yield high, spiked_kernel.staircase(link, high - _INSIDE)


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
        covariance, last = self._covariance.copy(), len(self._covariance) - 1
        covariance[0] *= spike_scale(theta)
        covariance[:, 0] *= spike_scale(theta)
        top = [last, last]
        _, vectors = eigh(covariance, subset_by_index=top, overwrite_a=True, check_finite=False)
        return np.asarray(vectors[:, 0])


def fitted_risks(
    links: Sequence[Link],
    degree: int,
    direction: np.ndarray,
    theta: float,
    inputs: np.ndarray,
    labels: np.ndarray,
) -> np.ndarray:
    """Return the risks ``E (f_hat - f*)^2`` (targets,) of least squares on a polynomial of the
    projection, without test points.

    Parameters
    ----------
    direction : (d,)
        What the inputs are projected on, of norm 1.
    inputs, labels : (n, d), (n, targets)
        Spiked inputs that the direction does not depend on; their labels.

    References
    ----------
    Derived here. With t the standardised projection, ``f_hat = sum_j b_j h_j(t)``. Its correlation
    with z is ``rho = sqrt(1 + theta) u_1/sqrt(1 + theta u_1^2)``, and ``E h_i(t) h_j(z)`` is
    ``rho^j`` for i = j and 0 otherwise (Mehler 1866).
    """
    spread = math.sqrt(1 + theta * direction[0] ** 2)
    features = orthonormal_hermite(inputs @ direction / spread, degree).T
    return _risks(links, features, labels, spike_scale(theta) * float(direction[0]) / spread)


def correlation(theta: float, n_over_d: float) -> float:
    """Return rho, the correlation of the top principal component with z, for large n and d.

    References
    ----------
    Derived here: ``rho^2 = u (1 + theta)/(1 + u theta)`` with u of `leading_overlap`.

    Examples
    --------
    >>> round(correlation(1.0, 2.0) ** 2, 12), correlation(0.5, 2.0)
    (0.5, 0.0)
    """
    overlap = leading_overlap(theta, n_over_d)
    return math.sqrt(overlap * (1 + theta) / (1 + overlap * theta))


def mean_fitted_risks(
    links: Sequence[Link], degree: int, rho: float, n: int, draws: int
) -> np.ndarray:
    """Return the mean risks (targets,) of least squares on a polynomial of the component, whose
    projection has correlation rho with z, with n samples.

    They are above those of the best function of the component: ``h_4`` has a heavy tail, and its
    coefficient an error that falls slowly with n.

    References
    ----------
    Derived here: the projection and z are Gaussian with correlation rho, and the direction does not
    depend on the sample that is fitted. So this is a regression on one variable, of which samples
    are drawn.
    """
    total = np.zeros(len(links))
    for number in range(draws):
        t, rest, noise = np.random.default_rng([n, number]).standard_normal((3, n))
        z = rho * t + math.sqrt(1 - rho**2) * rest
        total += _risks(links, orthonormal_hermite(t, degree).T, noisy(links, z, noise), rho)
    return total / draws


def _risks(
    links: Sequence[Link], features: np.ndarray, labels: np.ndarray, rho: float
) -> np.ndarray:
    """Return ``E (f_hat - f*)^2`` of least squares on ``h_j(t)``, (n, degrees)."""
    fitted = np.linalg.solve(features.T @ features, features.T @ labels).T
    count = features.shape[1]
    targets = np.array([link.coefficients(count - 1) for link in links])
    errors = (fitted**2 - 2 * rho ** np.arange(count) * fitted * targets).sum(axis=1)
    return errors + np.array([link.square_norm for link in links])
