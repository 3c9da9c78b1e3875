"""Evidence for stairway-top."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_seed, named

_SIZES = [1.5, 2.5, 3.5]  # log n/log d, half a power beyond each stair
_LIMITS = [2.0, 1.0, 0.0]


def batch(tables: Tables) -> Evidence:
    """Return the errors less those of the limit; the rival has one direction less."""
    errors = by_seed(tables.runs("batch_stairs"), "error", "log_size", _SIZES)
    found = Evidence((errors - _LIMITS).to_numpy(), named("log n/log d", _SIZES))
    return found.against(1.0)


def time(tables: Tables) -> Evidence:
    """Return how much each step takes off the error."""
    errors = by_seed(tables.runs("time_stairs"), "error", "time", [0, 1, 2, 3])
    return Evidence(-np.diff(errors.to_numpy(), axis=1), named("T", [1, 2, 3]))
