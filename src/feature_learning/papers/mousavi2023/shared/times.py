"""The time at which paths of a flow reach an overlap."""

from collections.abc import Iterable

import numpy as np


def passage(
    path: Iterable[tuple[np.ndarray, np.ndarray]], level: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the overlaps at the start and the times at which they first reach a level, linear
    within a step; 0 for paths that begin beyond it, infinite for those that never reach it.

    Parameters
    ----------
    path
        Yields times and overlaps of all paths, each (paths,). It is left once all have arrived.
    level
        The overlap to reach.
    """
    steps = iter(path)
    before, start = next(steps)
    waiting, last = start < level, start
    times = np.where(waiting, np.inf, 0.0)
    for now, overlap in steps:
        arrived = waiting & (overlap >= level)
        share = (level - last[arrived]) / (overlap - last)[arrived]
        times[arrived] = before[arrived] + share * (now - before)[arrived]
        waiting &= ~arrived
        if not waiting.any():
            break
        before, last = now, overlap
    return start, times
