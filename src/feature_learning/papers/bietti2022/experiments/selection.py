"""Twelve step sizes and ridges on one data set, from as many initialisations as the public code
happens to draw (fig1-code), and the poster's figure, which takes the best of them.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, Precision
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.links import link
from feature_learning.papers.bietti2022.model import (
    Arrays,
    SingleIndex,
    Tied,
    labels,
    populations,
    samples,
    segments,
    starts,
    warn_if_unstable,
)
from feature_learning.papers.bietti2022.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import Networks, descend
from feature_learning.training.tied_readout import moments

# Rows: step sizes, columns: ridges. In the public code a cached data set skips the reseeding, so
# that an initialisation depends on where in its array task a run comes. Of three patterns, each
# behind about a third of the sets of twelve, this is the middle one.
_INITS = ((0, 0, 0, 0), (1, 2, 2, 2), (3, 4, 4, 4))


class Run(NamedTuple):
    """One run of the twelve, for one sample size and one exponent."""

    n: int
    s: int
    link: Link
    eta: float
    ridge: float
    init: int
    theta: np.ndarray
    population: TiedPopulation
    drawn: Arrays

    @property
    def row(self) -> dict[str, float]:
        """The position of the run in the grid, and its overlap."""
        overlap = float(np.abs(self.theta[0]))
        place = {"n": self.n, "s": self.s, "eta": self.eta, "ridge": self.ridge, "init": self.init}
        return {**place, "overlap": overlap, "diverged": not np.isfinite(overlap)}

    def refitted(self) -> float:
        """Return the least excess risk over the ridges of a refit on the training samples, NaN if
        the run diverged.
        """
        if not np.isfinite(self.theta).all():
            return float("nan")
        inputs, population = self.drawn["train"][: self.n], self.population
        y = self.link(inputs[:, 0]) + self.drawn["train_noise"][: self.n]
        fit = moments(inputs @ self.theta, y, population.offsets, population.signs)
        g = population.correlations(self.link, [float(self.theta[0])])
        excess = population.excess(fit.solutions(RIDGES), g[0], self.link.square_norm)
        return float(excess.min())


class _Twelve(Tied, SingleIndex):
    """Twelve runs on each data set."""

    n: Grid[Count]
    eta: Grid[Positive]  # the step of c
    ridge: Grid[Positive]
    noise: Positive  # variance of the labels' noise
    radial: bool  # the Euclidean gradient
    force_signs: bool  # favourable ones
    dtype: Precision

    @property
    def pattern(self) -> dict[tuple[float, float], int]:
        """The initialisation of each step size and ridge.

        Raises
        ------
        UserError
            There are more of them than the pattern has.
        """
        if len(self.eta) > len(_INITS) or len(self.ridge) > len(_INITS[0]):
            raise UserError(
                f"bietti2022: {len(self.eta)} step sizes and {len(self.ridge)} ridges; there are "
                "initialisations for 3 and 4"
            )
        return {
            (eta, ridge): _INITS[i][k]
            for i, eta in enumerate(self.eta)
            for k, ridge in enumerate(self.ridge)
        }

    def generate(self, rng: Streams) -> Draws:
        """Draw the initialisations."""
        return self.initialisations(1 + max(self.pattern.values()), rng)

    def runs(self, draws: Draws, rng: Streams) -> Iterator[Run]:
        """Yield the runs of every sample size and exponent; all of one size are trained at once."""
        links, inits, pattern = self.links, populations(draws), self.pattern
        warn_if_unstable(inits, self.eta)
        networks = starts(draws, inits, links, self.force_signs)
        start = _picked(networks, list(pattern.values()), len(inits))
        drawn = samples(self.d, self.noise, max(self.n), rng)
        etas, ridges = np.tile(list(pattern), (len(links), 1)).T
        for n in self.n:
            theta, _ = descend(
                segments(draws, self.dtype),
                drawn["train"][:n].astype(self.dtype),
                labels(links, drawn, n, len(pattern), self.dtype),
                start,
                etas,
                ridges,
                self.schedule(self.radial),
            )
            by_link = theta.reshape(len(links), len(pattern), -1)
            for (s, target), directions in zip(links.items(), by_link, strict=True):
                for ((eta, ridge), init), own in zip(pattern.items(), directions, strict=True):
                    yield Run(n, s, target, eta, ridge, init, own, inits[init], drawn)


class Selection(_Twelve):
    """The overlap of each run."""

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size, exponent, step size and ridge."""
        for run in self.runs(draws, rng):
            yield run.row

    def predict(self) -> Rows:
        """Yield the Hermite coefficients of the whole link, from degree 1 to 6."""
        for degree, coefficient in enumerate(link(self.link, 1).coefficients(6)[1:], 1):
            yield {"degree": degree, "coefficient": coefficient}


class Poster(_Twelve):
    """The risk after a refit of each run, where the public code takes the least error on test
    samples.
    """

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size, exponent, step size and ridge."""
        for run in self.runs(draws, rng):
            yield {**run.row, "risk": run.refitted()}

    def predict(self) -> Rows:
        """Yield the null risk by s."""
        for s, f in self.links.items():
            yield {"s": s, "null": f.square_norm}


def _picked(networks: Networks, inits: list[int], count: int) -> Networks:
    """Return, for each exponent, some of its `count` initialisations."""
    rows = [first + init for first in range(0, len(networks.sets), count) for init in inits]
    return Networks(networks.theta[rows], networks.c[rows], networks.sets[rows])
