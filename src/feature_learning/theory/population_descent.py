"""Gradient descent on the population loss of networks whose neurons share one direction."""

from collections.abc import Sequence

import numpy as np

from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import relu_radial_products, step_coefficients
from feature_learning.theory.tied_population import TiedPopulation


class PopulationDescent:
    """The steps of gradient descent on the population loss, for each of several networks on each of
    several links.

    Parameters
    ----------
    populations
        The networks' neurons, of equal weights and number.
    links
        The targets. Overlaps and second layers have a leading axis for networks and one for links.

    References
    ----------
    Bietti et al. (2022), NeurIPS: projected gradient flow. The steps are those of the authors'
    public code (abietti/sim), which follows the Euclidean gradient and normalises.
    Derived here: with v minus rate times the loss's derivative in m, and kappa one minus rate times
    its derivative along theta, m goes to ``(kappa m + v (1 - m^2))/sqrt(kappa^2 + v^2 (1 - m^2))``.
    """

    def __init__(self, populations: Sequence[TiedPopulation], links: Sequence[Link]) -> None:
        degree = populations[0].degree
        self._degrees = np.arange(degree + 1.0)
        # (links, degree + 1).
        self._alphas = np.array([link.coefficients(degree) for link in links])
        self._gram = np.stack([one.gram for one in populations])
        self._modes = np.stack([one.modes for one in populations])  # (networks, degree + 1, width)
        self._turned = np.ascontiguousarray(self._modes.swapaxes(1, 2))
        self._populations = populations
        self._along: tuple[np.ndarray, np.ndarray] | None = None

    def radial(self, m: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Return the derivative of the loss along theta, ``d/dr L(c, r theta)`` at r = 1.

        Parameters
        ----------
        m : (networks, links)
            Overlaps.
        c : (networks, links, width)
            Second layers.

        Returns
        -------
        along : (networks, links)
        """
        if self._along is None:
            found = [_radial_parts(one) for one in self._populations]
            self._along = (
                np.stack([products for products, _ in found]),
                np.stack([slopes for _, slopes in found]),
            )
        products, slopes = self._along
        cross = (self._alphas * m[..., None] ** self._degrees) @ slopes
        along: np.ndarray = ((c @ products - 2 * cross) * c).sum(axis=-1)
        return along

    def force(self, m: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Return ``-dL/dm = 2 sum_j j alpha_j beta_j(c) m^(j-1)``, shape (networks, links).

        The flow on the sphere moves m at ``1 - m^2`` times this.

        Parameters
        ----------
        m : (networks, links)
            Overlaps.
        c : (networks, links, width)
            Second layers; ``beta_j(c) = v_j . c``.
        """
        falling = self._alphas[:, 1:] * self._degrees[1:] * _powers(m, len(self._degrees) - 1)
        force: np.ndarray = 2 * ((c @ self._turned[..., 1:]) * falling).sum(axis=-1)
        return force

    def step(
        self, m: np.ndarray, c: np.ndarray, rate: float, step: float, ridge: float, *, radial: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return overlaps and second layers after a step in which both start from the same point.

        Parameters
        ----------
        m : (networks, links)
            Overlaps.
        c : (networks, links, width)
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
        m, c : (networks, links), (networks, links, width)
        """
        push = rate * self.force(m, c)
        kept = 1 - rate * self.radial(m, c) if radial else np.ones_like(m)
        moved = (kept * m + push * (1 - m**2)) / np.sqrt(kept**2 + push**2 * (1 - m**2))
        if step:
            g = (self._alphas * _powers(m, len(self._degrees))) @ self._modes
            c = c - 2 * step * (c @ self._gram + ridge * c - g)
        return moved, c


def _powers(m: np.ndarray, count: int) -> np.ndarray:
    """Return ``m^0 .. m^(count-1)``, shape (*m.shape, count)."""
    powers = np.empty((*m.shape, count))
    powers[..., 0], powers[..., 1:] = 1, m[..., None]
    found: np.ndarray = np.multiply.accumulate(powers, axis=-1)
    return found


def _radial_parts(population: TiedPopulation) -> tuple[np.ndarray, np.ndarray]:
    """Return ``E[u d/du (Phi_i Phi_k)]`` and ``E[u h_j Phi_i']``, shape (width, width) and (degree
    + 1, width).
    """
    degree = population.degree
    degrees, roots = np.arange(degree + 1), np.sqrt(np.arange(degree + 2))
    steps = step_coefficients(population.offsets, degree + 1)
    slopes = roots[1:, None] * steps[1:]  # u h_j = sqrt(j+1) h_{j+1} + sqrt(j) h_{j-1}
    slopes[1:] += roots[1:-1, None] * steps[:degree]
    slopes *= population.signs ** degrees[:, None] * population.root
    products = relu_radial_products(population.offsets, population.signs)
    return population.root[:, None] * products * population.root, slopes
