"""Variants of the descent on samples: drawn signs, the Euclidean gradient, a single pass."""

from collections.abc import Iterable
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, whole
from feature_learning.papers.bietti2022.model import (
    OnSamples,
    SingleIndex,
    labels,
    population_start,
    populations,
    samples,
    segments,
    starts,
)
from feature_learning.training.tied_descent import Networks, descend_once

_SMALL_BATCH = 10


class SignsSampled(OnSamples, SingleIndex):
    """Signs as drawn (figx-signs)."""

    n: Count
    radial: bool  # the Euclidean gradient

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per exponent and initialisation."""
        start = starts(draws, populations(draws), self.links, self.force_signs)
        drawn = samples(self.d, self.noise, self.n, rng)
        theta, _ = self.trained(draws, start, self.links, drawn, self.n, self.radial)
        yield from _rows({}, self.links, theta)


class Radial(OnSamples, SingleIndex):
    """The spherical and the Euclidean gradient, and how often theta turns round at infinite n
    (fig1-code).
    """

    n: Count
    radial: Grid[bool]  # the Euclidean gradient
    watched: Count  # steps at infinite n, with c frozen

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per gradient, exponent and initialisation."""
        links, inits = self.links, populations(draws)
        drawn = samples(self.d, self.noise, self.n, rng)
        start = starts(draws, inits, links, self.force_signs)
        rate = self.ratio * self.eta
        for radial in self.radial:
            theta, _ = self.trained(draws, start, links, drawn, self.n, radial)
            descent, m, c = population_start(inits, links, start)
            flips = np.zeros(m.shape, dtype=int)
            for _ in range(self.watched):
                moved, _ = descent.step(m, c, rate, 0.0, 0.0, radial=radial)
                flips += np.sign(moved) != np.sign(m)
                m = moved
            rows = _rows({"radial": radial}, links, theta)
            for row, count in zip(rows, flips.T.ravel().tolist(), strict=True):
                yield {**row, "flips": count}


class OnePass(OnSamples, SingleIndex):
    """One pass over the sample against many (figx-online).

    One pass is tried at several rates of theta. In small batches c's rate falls as well, at ten
    times theta's factor: its noise would drown it.
    """

    n: Grid[Annotated[int, whole(least="iterations")]]
    radial: bool  # the Euclidean gradient
    factor: Grid[Positive]  # of theta's rate, relative to that of many passes

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size, exponent, number of passes, rate and initialisation."""
        links, inits, factors = self.links, populations(draws), self.factor
        drawn = samples(self.d, self.noise, max(self.n), rng)
        start = starts(draws, inits, links, self.force_signs)
        repeated = Networks(
            np.tile(start.theta, (len(factors), 1)),
            np.tile(start.c, (len(factors), 1)),
            np.tile(start.sets, len(factors)),
        )
        each = np.repeat(factors, len(links) * len(inits))
        for n in self.n:
            theta, _ = self.trained(draws, start, links, drawn, n, self.radial)
            yield from _rows({"n": n, "passes": "many", "factor": 1.0}, links, theta)
            small = n // self.iterations < _SMALL_BATCH
            ends, _ = descend_once(
                segments(draws, self.dtype),
                drawn["train"][:n].astype(self.dtype),
                np.tile(labels(links, drawn, n, len(inits), self.dtype), (len(factors), 1)),
                repeated,
                self.ratio * self.eta * each,
                self.eta * (np.minimum(1, 10 * each) if small else np.ones_like(each)),
                np.full(len(each), self.ridge),
                self.schedule(self.radial),
            )
            by_factor = ends.reshape(len(factors), len(links), len(inits), -1)
            for factor, theta in zip(factors, by_factor, strict=True):
                yield from _rows({"n": n, "passes": "one", "factor": factor}, links, theta)


def _rows(point: dict[str, object], links: Iterable[int], theta: np.ndarray) -> Rows:
    """Yield one row per exponent and initialisation, from directions of shape (exponents,
    initialisations, d).
    """
    for s, overlaps in zip(links, np.abs(theta[..., 0]).tolist(), strict=True):
        for init, overlap in enumerate(overlaps):
            row = {**point, "s": s, "init": init}
            yield {**row, "overlap": overlap, "diverged": not np.isfinite(overlap)}
