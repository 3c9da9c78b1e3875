"""The minimiser of the kernel's objective, found without the kernel's formula (krr-staircase)."""

import math
from functools import partial
from itertools import combinations_with_replacement

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, Positive
from feature_learning.kernels.inner_product import InnerProductKernel
from feature_learning.papers.ba2023.model import (
    Dimension,
    OnKernel,
    isotropic,
    noisy,
    strength,
    stretched,
)

_BEYOND = 3.0  # of the logarithm of the ridge, past the penalty and past n times the penalty


class Minimiser(OnKernel):
    """The ridge of ``(K + ridge I)^-1 y`` that gives the minimiser of ``mean (y - f)^2 + penalty
    |f|^2``.
    """

    d: Grid[Dimension]
    gamma: float
    target: LinkName
    penalty: Grid[Positive]
    test_size: Count
    max_steps: Count  # of L-BFGS

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and penalty.

        The minimiser is a linear function of the kernel's monomials, with the coefficients where
        L-BFGS ends. ``ridge`` is the ridge whose solution is nearest on fresh inputs, ``nearest``
        its distance, and ``printed`` the distance of the solution whose ridge is the penalty. Both
        are relative to the norm of the minimiser there.
        """
        kernel = self.seeing(self.links([self.target]))
        for d in self.d:
            n, theta = self.samples(d), strength(self.gamma, d)
            inputs, noise = isotropic(n, d, rng, "train")
            labels = noisy(self.links([self.target]), inputs[:, 0], noise)[:, 0]
            inputs = stretched(inputs, theta)
            fresh = stretched(rng("test", d).standard_normal((self.test_size, d)), theta)
            design, at_fresh = (monomials(kernel, points) for points in (inputs, fresh))
            formula = Formula(kernel, inputs, labels, fresh)
            for penalty in self.penalty:
                least = at_fresh @ least_coefficients(design, labels, penalty, self.max_steps)
                distance = partial(formula.distance, least=least)
                bounds = math.log(penalty) - _BEYOND, math.log(n * penalty) + _BEYOND
                best = minimize_scalar(
                    distance, bounds=bounds, method="bounded", options={"xatol": 1e-8}
                )
                columns = {"ridge": math.exp(best.x), "nearest": float(best.fun)}
                columns["printed"] = distance(math.log(penalty))
                yield {"d": d, "n": n, "penalty": penalty, **columns}


class Formula:
    """The function ``k(x, X)(K + ridge I)^-1 y`` of one sample at fresh inputs.

    Parameters
    ----------
    kernel
        k.
    inputs, labels : (n, d), (n,)
        X and y.
    fresh : (m, d)
        The inputs x.
    """

    def __init__(
        self, kernel: InnerProductKernel, inputs: np.ndarray, labels: np.ndarray, fresh: np.ndarray
    ) -> None:
        d = inputs.shape[1]
        self._values, vectors = np.linalg.eigh(kernel(inputs @ inputs.T / d))
        self._across, self._labels = kernel(fresh @ inputs.T / d) @ vectors, vectors.T @ labels

    def distance(self, log_ridge: float, least: np.ndarray) -> float:
        """Return the distance from other values (m,), relative to their norm."""
        solution = self._across @ (self._labels / (self._values + math.exp(log_ridge)))
        return float(np.linalg.norm(solution - least) / np.linalg.norm(least))


def monomials(kernel: InnerProductKernel, points: np.ndarray) -> np.ndarray:
    """Return monomials of points (m, d) whose inner products are the kernel's values, (m, count).

    Examples
    --------
    >>> kernel = InnerProductKernel("square", (1.0, 2.0, 1.0))
    >>> points = np.array([[1.0, 2.0], [0.0, 3.0]])
    >>> found = monomials(kernel, points)
    >>> bool(np.allclose(found @ found.T, kernel(points @ points.T / 2)))
    True
    """
    d, columns = points.shape[1], []
    for degree, coefficient in enumerate(kernel.coefficients):
        for places in combinations_with_replacement(range(d), degree):
            _, powers = np.unique(places, return_counts=True)
            orders = math.factorial(degree) / math.prod(math.factorial(p) for p in powers)
            scale = math.sqrt(coefficient * orders / d**degree)
            columns.append(scale * points[:, list(places)].prod(axis=1))
    return np.stack(columns, axis=1)


def least_coefficients(
    design: np.ndarray, labels: np.ndarray, penalty: float, steps: int
) -> np.ndarray:
    """Return the coefficients c where L-BFGS ends on ``mean (y - design c)^2 + penalty |c|^2``.

    Parameters
    ----------
    design, labels : (n, count), (n,)
        The features, and y.
    penalty
        Of the squared norm.
    steps
        At most.
    """

    def both(c: np.ndarray) -> tuple[float, np.ndarray]:
        errors = design @ c - labels
        objective = float((errors**2).mean() + penalty * (c @ c))
        return objective, 2 * (design.T @ errors / len(labels) + penalty * c)

    start = np.zeros(design.shape[1])
    found = minimize(
        both,
        start,
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": steps, "ftol": 1e-15, "gtol": 1e-9},
    )
    return np.asarray(found.x)
