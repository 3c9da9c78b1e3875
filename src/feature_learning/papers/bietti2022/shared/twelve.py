"""Twelve runs on one data set, from as many initialisations as the public code happens to draw."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Draws, Setting, Streams
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.shared.model import (
    Arrays,
    draw_inits,
    labels,
    populations,
    samples,
    schedule,
    segments,
    starts,
    targets,
    warn_if_unstable,
)
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_descent import Networks, descend

# Rows: step sizes, columns: ridges. In the public code a cached data set skips the reseeding, so
# that an initialisation depends on where in its array task a run comes. Of three patterns, each
# behind about a third of the sets of twelve, this is the middle one.
INITS = ((0, 0, 0, 0), (1, 2, 2, 2), (3, 4, 4, 4))


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


def init_of(setting: Setting) -> dict[tuple[float, float], int]:
    """Return the initialisation of each step size and ridge.

    Raises
    ------
    UserError
        There are more of them than the pattern has.
    """
    etas, ridges = setting.floats("eta"), setting.floats("ridge")
    if len(etas) > len(INITS) or len(ridges) > len(INITS[0]):
        raise UserError(
            f"bietti2022/{setting.experiment}: {len(etas)} step sizes and {len(ridges)} ridges; "
            "there are initialisations for 3 and 4"
        )
    return {
        (eta, ridge): INITS[i][k] for i, eta in enumerate(etas) for k, ridge in enumerate(ridges)
    }


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initialisations."""
    return draw_inits(setting, 1 + max(init_of(setting).values()), rng)


def runs(setting: Setting, draws: Draws, rng: Streams) -> Iterator[Run]:
    """Yield the runs of every sample size and exponent; all of one size are trained at once."""
    links, inits, dtype = targets(setting), populations(draws), setting["dtype"]
    pattern = init_of(setting)
    warn_if_unstable(setting, inits, [eta for eta, _ in pattern])
    networks = starts(draws, inits, links, setting["force_signs"])
    start = _picked(networks, list(pattern.values()), len(inits))
    drawn = samples(setting, max(setting.ints("n")), rng)
    etas, ridges = np.tile(list(pattern), (len(links), 1)).T
    for n in setting.ints("n"):
        theta, _ = descend(
            segments(draws, dtype),
            drawn["train"][:n].astype(dtype),
            labels(links, drawn, n, len(pattern), dtype),
            start,
            etas,
            ridges,
            schedule(setting),
        )
        for (s, link), directions in zip(
            links.items(), theta.reshape(len(links), len(pattern), -1), strict=True
        ):
            for ((eta, ridge), init), direction in zip(pattern.items(), directions, strict=True):
                yield Run(n, s, link, eta, ridge, init, direction, inits[init], drawn)


def _picked(networks: Networks, inits: list[int], count: int) -> Networks:
    """Return, for each exponent, some of its `count` initialisations."""
    rows = [first + init for first in range(0, len(networks.sets), count) for init in inits]
    return Networks(networks.theta[rows], networks.c[rows], networks.sets[rows])
