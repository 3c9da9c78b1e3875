"""Twelve step sizes and ridges on one data set, from as many inits as the public code happens to
draw (fig1-code).
"""

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import (
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
from feature_learning.training.tied_descent import Networks, descend

# Rows: step sizes, columns: ridges. In the public code a cached data set skips the reseeding, so
# that an init depends on where in its array task a run comes. Of three patterns, each behind about
# a third of the sets of twelve, this is the middle one.
INITS = ((0, 0, 0, 0), (1, 2, 2, 2), (3, 4, 4, 4))


def init_of(setting: Setting) -> dict[tuple[float, float], int]:
    """Return the init of each step size and ridge.

    Raises
    ------
    UserError
        There are more of them than the pattern has.
    """
    etas, ridges = setting.floats("eta"), setting.floats("ridge")
    if len(etas) > len(INITS) or len(ridges) > len(INITS[0]):
        raise UserError(
            f"bietti2022/selection: {len(etas)} step sizes and {len(ridges)} ridges; there are "
            "inits for 3 and 4"
        )
    return {
        (eta, ridge): INITS[i][k] for i, eta in enumerate(etas) for k, ridge in enumerate(ridges)
    }


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, 1 + max(init_of(setting).values()), rng)


def selection(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per sample size, exponent, step size and ridge."""
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
        overlaps = np.abs(theta[:, 0]).reshape(len(links), -1).tolist()
        for s, of_link in zip(links, overlaps, strict=True):
            for ((eta, ridge), init), overlap in zip(pattern.items(), of_link, strict=True):
                row = {"n": n, "s": s, "eta": eta, "ridge": ridge, "init": init}
                yield {**row, "overlap": overlap, "diverged": not np.isfinite(overlap)}


def _picked(networks: Networks, inits: list[int], count: int) -> Networks:
    """Return, for each exponent, some of its `count` inits."""
    rows = [first + init for first in range(0, len(networks.sets), count) for init in inits]
    return Networks(networks.theta[rows], networks.c[rows], networks.sets[rows])
