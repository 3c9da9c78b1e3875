"""When a run on a stream of samples is looked at.

Times become numbers of steps, and blocks of steps end there.
"""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from feature_learning.core.errors import UserError


def snapshot_steps(times: Sequence[float], steps_per_time: float) -> list[int]:
    """Return the numbers of steps at which times are reached.

    Parameters
    ----------
    times
        Ascending and not negative.
    steps_per_time
        How many steps make a unit of time.

    Raises
    ------
    UserError
        A time is negative or not finite, times do not ascend, or two of them fall on the same step.
    """
    given = np.asarray(times, dtype=float)
    if not (np.isfinite(steps_per_time) and steps_per_time > 0):
        raise UserError(f"{steps_per_time} steps a unit of time: must be a positive number")
    if len(given) == 0 or not (np.isfinite(given) & (given >= 0)).all():
        raise UserError(f"times {list(times)}: must be numbers of at least 0")
    steps = np.rint(given * steps_per_time).astype(int)
    if (np.diff(steps) <= 0).any():
        raise UserError(
            f"times {list(times)} do not ascend by at least one step of {1 / steps_per_time:g}"
        )
    return [int(step) for step in steps]


def blocks(snapshots: Sequence[int], horizon: int, length: int) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, stop, whether a snapshot is due at stop) of blocks that end at snapshots.

    Parameters
    ----------
    snapshots
        After how many steps, ascending, from 0 to the horizon.
    horizon
        How many steps there are.
    length
        Of a block, at most.

    Raises
    ------
    UserError
        Snapshots are negative, do not ascend or lie beyond the horizon, or the length is below 1.
    """
    if length < 1:
        raise UserError(f"block of {length} samples: must be at least 1")
    if (
        len(snapshots) == 0
        or min(snapshots) < 0
        or any(after <= before for before, after in itertools.pairwise(snapshots))
    ):
        raise UserError(f"snapshots at steps {list(snapshots)}: must ascend and be at least 0")
    if snapshots[-1] > horizon:
        raise UserError(
            f"snapshot at step {snapshots[-1]} lies beyond the horizon of {horizon} steps"
        )
    at = 0
    for due in snapshots:
        if due == at:
            yield at, at, True
        while at < due:
            stop = min(at + length, due)
            yield at, stop, stop == due
            at = stop
