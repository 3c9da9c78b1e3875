"""Gradient descent on the population loss of networks whose neurons share one direction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import relu_radial_products, step_coefficients
from feature_learning.theory.tied_population import TiedPopulation


class PopulationDescent:
    """The steps of gradient descent on the population loss, for several runs at once.

    Parameters
    ----------
    population
        The neurons, of equal weights.
    links
        One target for each run.

    References
    ----------
    Bietti et al. (2022), NeurIPS: projected gradient flow. The steps are those of the authors'
    public code (abietti/sim), which follows the Euclidean gradient and normalises.
    Derived here: with v minus rate times the loss's derivative in m, and kappa one minus rate times
    its derivative along theta, m goes to ``(kappa m + v (1 - m^2))/sqrt(kappa^2 + v^2 (1 - m^2))``.
    """

    def __init__(self, population: TiedPopulation, links: Sequence[Link]) -> None:
        self._gram = population.gram
        degree = population.degree
        degrees = np.arange(degree + 1)
        roots = np.sqrt(np.arange(degree + 2))
        steps = step_coefficients(population.offsets, degree + 1)
        slopes = roots[1:, None] * steps[1:]  # u h_j = sqrt(j+1) h_{j+1} + sqrt(j) h_{j-1}
        slopes[1:] += roots[1:-1, None] * steps[:degree]
        slopes *= population.signs ** degrees[:, None] * population.root
        self._radial = population.root[:, None] * relu_radial_products(population.offsets, population.signs) * population.root
        self._alphas = np.array([link.coefficients(degree) for link in links])  # (runs, degree + 1)
        self._modes, self._slopes = population.modes, slopes
        self._degrees = degrees.astype(float)

    def radial(self, m: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Return the derivative of the loss along theta, ``d/dr L(c, r theta)`` at r = 1.

        Parameters
        ----------
        m : (runs,)
            Overlaps.
        c : (runs, width)
            Second layers.

        Returns
        -------
        along : (runs,)
        """
        cross = (self._alphas * m[:, None] ** self._degrees) @ self._slopes
        along: np.ndarray = ((c @ self._radial - 2 * cross) * c).sum(axis=1)
        return along

    def force(self, m: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Return ``-dL/dm = 2 sum_j j alpha_j beta_j(c) m^(j-1)``, shape (runs,).

        The flow on the sphere moves m at ``1 - m^2`` times this.

        Parameters
        ----------
        m : (runs,)
            Overlaps.
        c : (runs, width)
            Second layers; ``beta_j(c) = v_j . c``.
        """
        falling = self._alphas[:, 1:] * self._degrees[1:] * m[:, None] ** self._degrees[:-1]
        return 2 * ((c @ self._modes[1:].T) * falling).sum(axis=1)

    def step(self, m: np.ndarray, c: np.ndarray, rate: float, step: float, ridge: float, *, radial: bool) -> tuple[np.ndarray, np.ndarray]:
        """Return overlaps and second layers after a step in which both start from the same point.

        Parameters
        ----------
        m : (runs,)
            Overlaps.
        c : (runs, width)
            Second layers.
        rate
            Step size of theta.
        step
            Step size of c; with 0, c is frozen.
        ridge
            The penalty.
        radial
            Whether the gradient keeps its component along theta.

        Returns
        -------
        m, c : (runs,), (runs, width)
        """
        push = rate * self.force(m, c)
        kept = 1 - rate * self.radial(m, c) if radial else np.ones_like(m)
        moved = (kept * m + push * (1 - m**2)) / np.sqrt(kept**2 + push**2 * (1 - m**2))
        if step:
            g = (self._alphas * m[:, None] ** self._degrees) @ self._modes
            c = c - 2 * step * (c @ self._gram + ridge * c - g)
        return moved, c
