"""The refit of the second layer, against the number of fresh samples."""

from collections.abc import Mapping

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.model import SingleIndex, Spread, neurons
from feature_learning.papers.bietti2022.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_readout import moments

_FLAT = 1e-13  # a ridge that adds nothing: 1e-9 |c|^2 is some per cent of the smallest floors
_END = 3.0  # of the random walk


class _Refit(Experiment):
    """Refits at the target's direction, of a width that grows with the sample and of a fixed one.

    The ridge is the one that is best on held-out samples, and the floor is R(1).
    """

    width: Count
    tau: Grid[Spread]
    noise: Positive  # variance of the labels' noise
    samples: Grid[Count]
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the widest layer, with offsets of spread 1; narrower ones are its first neurons."""
        widest = max(self.width, *map(_growing, self.samples))
        offsets, signs = neurons(widest, 1.0, rng("init"))
        return {"offsets": offsets, "signs": signs}

    def refits(self, draws: Draws, rng: Streams, links: Mapping[int, Link]) -> Rows:
        """Yield one row per spread, sample size, kind of width and exponent."""
        most = max(self.samples)
        # Inputs matter through their projections only.
        u = rng("refit").standard_normal(most + self.test_size)
        noise = np.sqrt(self.noise) * rng("noise").standard_normal(most + self.test_size)
        for tau in self.tau:
            for n in self.samples:
                for growing, width in ((True, _growing(n)), (False, self.width)):
                    layer = tau * draws["offsets"][:width], draws["signs"][:width]
                    population = TiedPopulation(*layer)
                    for s, link in links.items():
                        g, labels = population.correlations(link, [1.0]), link(u) + noise
                        floor = population.excess(population.best(g, _FLAT), g, link.square_norm)[0]
                        solutions = moments(u[:n], labels[:n], *layer).solutions(RIDGES)
                        held = moments(u[most:], labels[most:], *layer).errors(solutions)
                        excess = population.excess(solutions, g[0], link.square_norm)
                        row = {"growing": growing, "neurons": width, "tau": tau, "s": s}
                        chosen = float(excess[held.argmin()])
                        yield {**row, "samples": n, "floor": float(floor), "excess": chosen}

    def predict(self) -> Rows:
        """Yield the slope of the theorem's bound in the fresh samples, by the offsets' spread."""
        for tau in self.tau:
            yield {"tau": tau, "exponent": -fine_tuning_exponent(tau)}


class FineTuning(_Refit, SingleIndex):
    """Refits for the links of several information exponents."""

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield the rows of the refits."""
        yield from self.refits(draws, rng, self.links)


class RoughRefit(_Refit):
    """Refits for a link that few neurons cannot fit, with another draw for each seed.

    It is a random walk of straight pieces on [-3, 3], constant beyond, with mean 0 and norm 1.
    """

    pieces: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield the rows of the refits."""
        yield from self.refits(draws, rng, {1: _walk(self.pieces, rng("teacher"))})


def _growing(samples: int) -> int:
    """Return the width that grows with the fresh sample: a tenth of it."""
    return max(1, samples // 10)


def _walk(pieces: int, rng: np.random.Generator) -> Link:
    knots = np.linspace(-_END, _END, pieces + 1)
    slopes = np.concatenate([[0.0], rng.standard_normal(pieces), [0.0]])
    walk = Link.relu(tuple(knots), tuple(np.diff(slopes))).centred()
    size = walk.square_norm**0.5
    return Link.relu(tuple(knots), tuple(np.diff(slopes) / size)).centred()


def fine_tuning_exponent(tau: float) -> float:
    """Return ``beta/(beta+1)``, the exponent of n' in the bound on the risk of the refitted
    readout.

    Parameters
    ----------
    tau
        Standard deviation of the neurons' offsets, above 1.

    Raises
    ------
    UserError
        tau is 1 or less, where the theorem says nothing.

    References
    ----------
    Bietti et al. (2022), NeurIPS: fine-tuning on n' fresh samples costs at most
    ``n'^(-beta/(beta+1))`` up to logarithms, with ``beta = (1 - tau^-2)/(3 + tau^-2)`` and a width
    that grows with n'. It is an upper bound.

    Examples
    --------
    >>> [round(fine_tuning_exponent(tau), 5) for tau in (2.0, 10.0)]
    [0.1875, 0.2475]
    """
    if not tau > 1:
        raise UserError(
            f"the bound on fine-tuning needs offsets wider than the inputs: tau = {tau:g} must be "
            "above 1"
        )
    beta = (1 - tau**-2) / (3 + tau**-2)
    return beta / (beta + 1)
