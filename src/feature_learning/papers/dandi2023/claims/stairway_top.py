"""Evidence for stairway-top."""

import math

import numpy as np

from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, named

_SIZES = [1.5, 2.5, 3.5]  # log n/log d, half a power beyond each stair
_LIMITS = [2.0, 1.0, 0.0]


def batch(tables: Tables) -> Evidence:
    """Return the difference from the limit; the rival has learned one direction fewer."""
    errors = by_seed(tables.runs("batch_stairs"), "error", "log_size", _SIZES)
    found = Evidence((errors - _LIMITS).to_numpy(), named("log n/log d", _SIZES))
    return found.against(1.0)


def time(tables: Tables) -> Evidence:
    """Return how much each step takes off the error."""
    errors = by_seed(tables.runs("time_stairs"), "error", "time", [0, 1, 2, 3])
    return Evidence(-np.diff(errors.to_numpy(), axis=1), named("T", [1, 2, 3]))


def climb(tables: Tables) -> Evidence:
    runs, theory = (
        read("climbing", target="stand-in", activation="relu-0.5")
        for read in (tables.runs, tables.theory)
    )
    return against_theory(runs[runs["time"] >= 2], theory, "w2", "time", symbol="T")


def relu_blind(tables: Tables) -> Evidence:
    predicted = tables.theory("climbing", target="even-climb", activation="relu")
    return Evidence.exact(predicted["w2"].tolist(), named("T", predicted["time"].tolist()))


def relu_blind_simulated(tables: Tables) -> Evidence:
    late = [time for time in tables.values("climbing", "time") if time >= 3]
    plain, shifted = (
        by_seed(
            tables.runs("climbing", target="even-climb", activation=activation), "w2", "time", late
        )
        * math.sqrt(tables.value("climbing", "d"))
        for activation in ("relu", "relu-0.5")
    )
    return Evidence(plain.to_numpy(), named("T", late)).against(shifted.mean().to_numpy())
