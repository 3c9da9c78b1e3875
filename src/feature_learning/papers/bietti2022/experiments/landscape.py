"""The population loss with the best second layer, as a function of the overlap: of finite networks,
and of the infinitely wide one for random links (figx-landscape). The ICTP talk sketches it.
"""

from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Number, Positive
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.model import SingleIndex, Spread, neurons, populations
from feature_learning.theory.tied_population import wide

_LEAST_RIDGE = 1e-6
_EQUATOR = (0.0, 0.01)
_ROUNDING = 1e-13


class Sketches(Experiment):
    """The loss against the overlap in the sketches of the ICTP talk, without its constant."""

    m: Grid[Annotated[float, Number(least=-1, most=1)]]  # the overlap

    def predict(self) -> Rows:
        """Yield the loss for a known and for an unknown link."""
        for m in self.m:
            yield {"m": m, "known": -(m**2) - m**3, "unknown": m**4 - m**2}


class Landscape(SingleIndex):
    """Losses along the overlaps, and how often they contradict the theorem.

    Theory has the losses and the slope on the sphere at infinite width (list columns), for ridges
    from `_LEAST_RIDGE` on. ``bad`` is the size of the best second layer at m = 0 and 0.01, over
    that at the pole.
    """

    width: Count
    tau: Spread
    ridge: Grid[Positive]
    draws: Count  # networks
    points: Count  # overlaps

    def generate(self, rng: Streams) -> Draws:
        """Draw the neurons of several networks."""
        networks = [
            neurons(self.width, self.tau, rng("init", number)) for number in range(self.draws)
        ]
        offsets, signs = map(np.stack, zip(*networks, strict=True))
        return {"offsets": offsets, "signs": signs}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per draw, exponent and ridge."""
        m = overlaps(self.points)
        for number, population in enumerate(populations(draws)):
            for s, link in self.links.items():
                g = population.correlations(link, m)
                for ridge in self.ridge:
                    loss = population.least_loss(g, ridge, link.square_norm)
                    row = {"draw": number, "s": s, "ridge": ridge}
                    yield {**row, "loss": loss, "violations": violations(m, loss)}

    def predict(self) -> Rows:
        """Yield one row per exponent and ridge."""
        population, m = wide(self.tau), overlaps(self.points)
        inner = m[(m > -1) & (m < 1)]
        for s, target in self.links.items():
            g = population.correlations(target, m)
            ends = population.correlations(target, [*_EQUATOR, 1.0])
            for ridge in self.ridge:
                if ridge < _LEAST_RIDGE:
                    continue
                loss = population.least_loss(g, ridge, target.square_norm)
                slope = abs(population.slope(target, inner, ridge)) * (1 - inner**2) ** 0.5
                sizes = np.linalg.norm(population.best(ends, ridge), axis=1)
                yield {
                    "s": s,
                    "ridge": ridge,
                    "null": target.square_norm,
                    "violations": violations(m, loss),
                    "loss": loss,
                    "inner": inner,
                    "slope": slope,
                    "bad": sizes[:-1] / sizes[-1],
                }


class RandomLinks(Experiment):
    """How often losses of the infinitely wide network contradict the theorem for random links."""

    s: Grid[Count]  # the information exponent
    tau: Spread
    ridge: Grid[Positive]
    draws: Count  # links
    terms: Count  # of their Hermite series
    points: Count  # overlaps

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per link, exponent and ridge, with the leading coefficient."""
        m, terms, population = overlaps(self.points), self.terms, wide(self.tau)
        for number in range(self.draws):
            for s in self.s:
                drawn = rng("teacher", number, s).standard_normal(terms) / np.arange(1, terms + 1)
                link = Link.relu(polynomial=(*[0.0] * s, *drawn.tolist()))
                g = population.correlations(link, m)
                for ridge in self.ridge:
                    loss = population.least_loss(g, ridge, link.square_norm)
                    row = {"draw": number, "s": s, "leading": float(drawn[0]), "ridge": ridge}
                    yield {**row, "violations": violations(m, loss)}


def overlaps(points: int) -> np.ndarray:
    """Return overlaps from -1 to 1, both ends and 0 included: evenly spaced, and closer and closer
    near the ends.
    """
    even = np.linspace(-1, 1, points)
    near = 1 - np.geomspace(1e-4, 1e-2, 9)
    return np.unique(np.round(np.concatenate([-near, even, near]), 10))


def violations(m: np.ndarray, loss: np.ndarray) -> int:
    """Count the steps along the overlaps at which the loss rises away from m = 0."""
    rises = np.diff(loss) * np.sign(m[1:] + m[:-1])
    # Near m = 0 the loss is flat up to rounding: it varies like m^(2s).
    return int((rises > _ROUNDING).sum())
