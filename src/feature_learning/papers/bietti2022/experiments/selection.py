"""Twelve step sizes and ridges on one data set, from as many inits as the public code happens to draw."""

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

# Rows: step sizes, columns: ridges. In the public code a cached data set skips the reseeding, so that
# an init depends on where in its array task a run comes. Of three patterns, each behind about a third
# of the sets of twelve, this is the middle one.
INITS = ((0, 0, 0, 0), (1, 2, 2, 2), (3, 4, 4, 4))


def init_of(setting: Setting) -> dict[tuple[float, float], int]:
    """Return the init of each step size and ridge.

    Raises
    ------
    UserError
        There are more of them than the pattern has.
    """
    etas, ridges = (list(map(float, setting.grid[name])) for name in ("eta", "ridge"))
    if len(etas) > len(INITS) or len(ridges) > len(INITS[0]):
        raise UserError(f"bietti2022/selection: {len(etas)} step sizes and {len(ridges)} ridges; there are inits for 3 and 4")
    return {(eta, ridge): INITS[i][k] for i, eta in enumerate(etas) for k, ridge in enumerate(ridges)}


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, 1 + max(init_of(setting).values()), rng)


def selection(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size, exponent, step size and ridge."""
    links, inits, dtype = targets(setting), populations(draws), str(setting["dtype"])
    pattern = init_of(setting)
    warn_if_unstable(setting, inits, [eta for eta, _ in pattern])
    runs = list(pattern)
    begin = _repeated(starts(draws, inits, links, setting["force_signs"]), list(pattern.values()), len(inits))
    drawn = samples(setting, max(map(int, setting.grid["n"])), rng)
    eta, ridge = (np.tile([run[k] for run in runs], len(links)) for k in (0, 1))
    for n in map(int, setting.grid["n"]):
        own = labels(links, drawn, n, len(runs), dtype)
        inputs = drawn["train"][:n].astype(dtype)
        theta, _ = descend(segments(draws, dtype), inputs, own, begin, eta, ridge, schedule(setting))
        for row, (s, one) in enumerate((s, one) for s in links for one in runs):
            overlap = abs(float(theta[row, 0]))
            found = {"overlap": overlap, "diverged": not np.isfinite(overlap)}
            yield {"n": n, "s": s, "eta": one[0], "ridge": one[1], "init": pattern[one], **found}


def _repeated(begin: Networks, chosen: list[int], count: int) -> Networks:
    """Return, for each exponent, the chosen ones of its `count` inits."""
    rows = [start + init for start in range(0, len(begin.sets), count) for init in chosen]
    return Networks(begin.theta[rows], begin.c[rows], begin.sets[rows])
