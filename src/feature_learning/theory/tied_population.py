"""Population loss of networks whose neurons share one direction, on a single-index target.

The network is ``f(x) = c . Phi(<theta, x>)`` with ``Phi_i(u) = sqrt(weight_i) relu(e_i u - b_i)``.
Everything depends on c and on the overlap m of theta with the target's direction. The loss is
``E(y - f)^2 + ridge |c|^2``, without a factor 1/2 and without label noise. The setting is that of
Bietti, Bruna, Sanford and Song (2022).
"""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import relu_coefficients, relu_products

# Panels around the target's kinks, which stay sharp as m approaches 1.
_EDGES = (0.0, 0.01, 0.03, 0.1, 0.3)
_DEGREE = 60
_LEAST = 1e-20  # nodes with less weight lie beyond 9 and change nothing in double precision
_BLOCK = 2**15  # nodes times overlaps per piece of work: what fits into a processor's cache


class TiedPopulation:
    """Neurons and the expectations of their products.

    Parameters
    ----------
    offsets, signs : (width,)
        b and e.
    weights : (width,), optional
        Weights of the neurons in ``Phi . Phi``; default 1/width.
    degree
        Where Hermite series stop.

    Attributes
    ----------
    gram : (width, width)
        ``G = E Phi Phi^T``.
    modes : (degree + 1, width)
        ``v_j = E[h_j Phi]``.

    References
    ----------
    Bietti, Bruna, Sanford and Song (2022), "Learning single-index models with shallow neural
    networks", NeurIPS: the loss in m and in the Hermite coefficients of link and neurons, and its
    critical points.
    Derived here: the closed forms of G and of ``g(m)``, see `data.relu_expansions`. Since
    ``E[h_j(<theta*, x>) | <theta, x> = u] = m^j h_j(u)``, the loss is
    ``|f*|^2 + c^T G c - 2 c . g(m) + ridge |c|^2`` with ``g(m) = sum_j alpha_j m^j v_j``.
    """

    def __init__(
        self,
        offsets: np.ndarray,
        signs: np.ndarray,
        weights: np.ndarray | None = None,
        degree: int = _DEGREE,
    ) -> None:
        self.offsets, self.signs, self.degree = (
            np.asarray(offsets, dtype=float),
            np.asarray(signs, dtype=float),
            degree,
        )
        self.root = np.sqrt(
            np.full(len(self.offsets), 1 / len(self.offsets)) if weights is None else weights
        )
        self.gram: np.ndarray = (
            self.root[:, None]
            * relu_products(self.offsets, self.signs, self.offsets, self.signs)
            * self.root
        )
        parity = self.signs ** np.arange(degree + 1)[:, None]
        self.modes: np.ndarray = parity * relu_coefficients(self.offsets, degree) * self.root
        self._remembered: tuple[object, np.ndarray] = (None, np.empty(0))
        self._nodes: tuple[object, np.ndarray, np.ndarray] = (None, np.empty(0), np.empty(0))

    def link_modes(self, link: Link) -> np.ndarray:
        """Return ``alpha_j v_j``, shape (degree + 1, width)."""
        modes: np.ndarray = link.coefficients(self.degree)[:, None] * self.modes
        return modes

    def correlations(self, link: Link, overlaps: Sequence[float] | np.ndarray) -> np.ndarray:
        """Return ``g(m) = E[f(m u + sqrt(1 - m^2) g') Phi(u)]``, shape (overlaps, width).

        The series is not truncated.

        Parameters
        ----------
        link
            f.
        overlaps
            m, in [-1, 1].

        Raises
        ------
        UserError
            An overlap is larger than 1 in size, or the link is neither of ReLUs nor a polynomial.
        """
        m = np.atleast_1d(np.asarray(overlaps, dtype=float))
        if np.abs(m).max(initial=0) > 1 + 1e-6:
            raise UserError(f"overlaps must lie in [-1, 1], not {m[np.abs(m).argmax()]:g}")
        polynomial = link.orthonormal_polynomial
        degrees = np.arange(len(polynomial))
        rest: np.ndarray = (polynomial * m[:, None] ** degrees) @ self._low_modes(len(degrees))
        if not link.kinks:
            return rest
        # Links that differ only in their polynomial share the costly part.
        key = (link.kinks, link.weights, m.tobytes())
        if self._remembered[0] != key:
            self._remembered = key, self._piecewise(Link.relu(link.kinks, link.weights), m)
        return self._remembered[1] + rest

    def _low_modes(self, count: int) -> np.ndarray:
        if count > self.degree + 1:
            raise UserError(
                f"a link of degree {count - 1} needs a series of that degree, not {self.degree}"
            )
        return self.modes[:count]

    def _piecewise(self, link: Link, m: np.ndarray) -> np.ndarray:
        found = np.empty((len(m), len(self.offsets)))
        ends = 1 - np.abs(m) < 1e-9
        kinks = np.array(link.kinks)
        for end in np.flatnonzero(ends):
            sign = np.sign(m[end])
            products = relu_products(self.offsets, self.signs, kinks, np.full(len(kinks), sign))
            found[end] = self.root * (products @ np.array(link.weights))
        if not ends.all():
            nodes, units = self._quadrature(link.kinks)
            within = m[~ends]
            parts = np.array_split(within, math.ceil(len(within) * len(nodes) / _BLOCK))
            found[~ends] = np.vstack([link.smoothed(nodes, part) @ units for part in parts])
        return found

    def _quadrature(self, kinks: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Nodes for means of products with a smoothed target, and the neurons there times weights.

        The panels are fine around the target's kinks and end at the neurons' own.
        """
        if self._nodes[0] != kinks:
            around = np.outer((-1.0, 1.0), kinks)[..., None] + np.outer((-1.0, 1.0), _EDGES).ravel()
            edges = np.concatenate([self.signs * self.offsets, around.ravel()])
            nodes, weights = gaussian_nodes(edges[np.abs(edges) < 12])
            nodes, weights = nodes[weights > _LEAST], weights[weights > _LEAST]
            units = np.maximum(nodes[:, None] * self.signs - self.offsets, 0) * self.root
            self._nodes = kinks, nodes, weights[:, None] * units
        return self._nodes[1:]

    def excess(self, c: np.ndarray, g: np.ndarray, square_norm: float) -> np.ndarray:
        """Return ``E(f - f*)^2`` of second layers.

        Parameters
        ----------
        c, g : (..., width)
            Second layers and correlations, broadcast together.
        square_norm
            ``E f*^2``.
        """
        excess: np.ndarray = square_norm + ((c @ self.gram - 2 * g) * c).sum(axis=-1)
        return excess

    def best(self, g: np.ndarray, ridge: float) -> np.ndarray:
        """Return ``c*(m) = (G + ridge)^-1 g`` for rows g, shape (rows, width).

        Parameters
        ----------
        g : (rows, width) or (width,)
            From `correlations`.
        ridge
            The penalty, positive.
        """
        return np.linalg.solve(self.gram + ridge * np.eye(len(self.gram)), np.atleast_2d(g).T).T

    def least_loss(self, g: np.ndarray, ridge: float, square_norm: float) -> np.ndarray:
        """Return ``L*(m) = |f*|^2 - g (G + ridge)^-1 g``, shape (rows,).

        Parameters
        ----------
        g : (rows, width)
            From `correlations`.
        ridge
            The penalty, positive.
        square_norm
            ``E f*^2``.
        """
        least: np.ndarray = square_norm - (g * self.best(g, ridge)).sum(axis=1)
        return least

    def slope(self, link: Link, overlaps: Sequence[float] | np.ndarray, ridge: float) -> np.ndarray:
        """Return ``dL*/dm = -2 g'(m) (G + ridge)^-1 g(m)`` by the Hermite series.

        Parameters
        ----------
        link
            f*.
        overlaps
            m, in (-1, 1).
        ridge
            The penalty, positive.

        Returns
        -------
        slope : (overlaps,)
        """
        m = np.asarray(overlaps, dtype=float)[:, None]
        degrees = np.arange(self.degree + 1)
        modes = self.link_modes(link)
        powers = m**degrees
        rates = np.zeros_like(powers)
        rates[:, 1:] = degrees[1:] * powers[:, :-1]
        kernel = modes @ self.best(modes, ridge).T
        slope: np.ndarray = -2 * ((rates @ kernel) * powers).sum(axis=1)
        return slope

    def optimal_flow(
        self, link: Link, ridge: float, start: float, stop: float, points: int = 400
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return times and overlaps of the flow of theta where c is optimal at all times.

        Parameters
        ----------
        link
            f*.
        ridge
            The penalty, positive.
        start, stop
            Overlaps in (0, 1) between which to follow the flow.
        points
            How many to return, spaced evenly in ``log(m/(1 - m))``.

        Returns
        -------
        times, overlaps : (points,)
            Time is the integral of dm over the speed ``dm/dt = -(1 - m^2) dL*/dm``.
        """
        logit = np.linspace(np.log(start / (1 - start)), np.log(stop / (1 - stop)), points)
        m = 1 / (1 + np.exp(-logit))
        slowness = -1 / ((1 - m**2) * self.slope(link, m, ridge))
        per_step = slowness * m * (1 - m)  # dm = m (1 - m) d logit
        return np.concatenate(
            [[0.0], np.cumsum((per_step[1:] + per_step[:-1]) / 2 * np.diff(logit))]
        ), m


def wide(spread: float, pairs: int = 300, degree: int = _DEGREE) -> TiedPopulation:
    """Return the limit of infinite width.

    Offsets lie at the quantiles of N(0, spread^2), with both signs.

    Parameters
    ----------
    spread
        Standard deviation of the offsets.
    pairs
        How many quantiles; each has a neuron of either sign.
    degree
        As in `TiedPopulation`.

    References
    ----------
    Bietti et al. (2022), NeurIPS: the law of offsets and signs. Derived here: midpoint quantiles
    replace the mean over that law by a sum.
    """
    from scipy.special import ndtri

    offsets = spread * ndtri((np.arange(pairs) + 0.5) / pairs)
    return TiedPopulation(
        np.concatenate([offsets, offsets]), np.repeat([1.0, -1.0], pairs), degree=degree
    )
