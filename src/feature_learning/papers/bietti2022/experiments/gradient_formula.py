"""The population gradient from the overlap and the Hermite coefficients, and by a quadrature that
uses neither (figx-landscape).
"""

from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Rows
from feature_learning.core.values import Count, Grid, Number, Positive
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.model import SingleIndex, Spread, neurons
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation

_EDGES = np.linspace(-9, 9, 19)
_NODES = 20  # in each panel between two edges or kinks


class GradientFormula(SingleIndex):
    """The gradient on the sphere for one network with the second layer that is best at the pole.

    The series of the formula is cut at a finite degree, so |m| stays below 0.8.
    """

    width: Count
    tau: Spread
    ridge: Positive
    m: Grid[Annotated[float, Number(least=-0.8, most=0.8)]]  # the overlap

    def predict(self) -> Rows:
        """Yield one row per exponent and overlap: the derivative in m by the quadrature
        (``exact``), by the formula (``formula``), and by its lowest coefficient alone
        (``leading``).
        """
        population = TiedPopulation(*neurons(self.width, self.tau, np.random.default_rng(0)))
        for s, target in self.links.items():
            c = population.best(population.correlations(target, [1.0]), self.ridge)[0]
            descent, modes = PopulationDescent([population], [target]), population.modes @ c
            lowest = float(target.coefficients(s)[s] * modes[s])
            for m in self.m:
                yield {
                    "s": s,
                    "m": m,
                    "exact": _by_quadrature(population, target, c, m),
                    "formula": float(descent.force(np.array([[m]]), c[None, None])[0, 0]),
                    "leading": 2 * s * lowest * m ** (s - 1),
                }


def _by_quadrature(population: TiedPopulation, target: Link, c: np.ndarray, m: float) -> float:
    """Return ``-dL/dm`` as ``2 E[f*(z) F'(u) v]``, where u is the input along theta, z along
    theta*, and v along ``theta* - m theta``, by a quadrature over the plane of u and z.
    """
    u, weight = _panels(population.signs * population.offsets)
    z, other = _panels(target.kinks)
    root = np.sqrt(1 - m**2)
    across = (z - m * u[:, None]) / root
    density = weight[:, None] * other * np.exp(-(u[:, None] ** 2 + across**2) / 2)
    active = population.signs * u[:, None] > population.offsets
    slope = active @ (c * population.signs) / np.sqrt(len(c))
    summed = (density * target(z) * slope[:, None] * across).sum()
    return float(2 * summed / (2 * np.pi * root) / root)


def _panels(bends: np.ndarray | tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return Gauss-Legendre points and weights in panels that end at the bends."""
    inside = [bend for bend in bends if _EDGES[0] < bend < _EDGES[-1]]
    edges = np.unique([*_EDGES, *inside])
    x, weight = np.polynomial.legendre.leggauss(_NODES)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (x + 1)).ravel(), (half * weight).ravel()
