"""Error of networks after several steps, with the readout refitted."""

from dataclasses import replace

import numpy as np

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import predictions, quantity

_FEW = {"varied": "finite_width", "equal": "finite_width_equal"}


def error_on_fresh_batches(tables: Tables) -> Quantity:
    """Error after steps on fresh batches, by target, rate, log n/log d and time."""
    by = ("target", "rate", "log_size", "time")
    return quantity(tables, "learning_curves", "error", by)


def error_of_width(tables: Tables, readouts: str = "varied") -> Quantity:
    """Error of p neurons trained with readouts that vary or are equal, by target, p and time."""
    return quantity(tables, _FEW[readouts], "error", ("target", "width", "time"))


def floor_of_few(tables: Tables) -> Quantity:
    """The least error that finitely many neurons can have, by target and time."""
    return predictions(tables, "finite_width", "floor", ("target", "time"))


def above_floor(tables: Tables) -> Quantity:
    """Error of varied readouts minus this floor where it is positive, from the first step on."""
    excess = quantity(tables, "finite_width", "above_floor", ("target", "width", "time"))
    floors = [one.estimate for one in floor_of_few(tables).like(excess).intervals()]
    kept = (np.array(floors) > 0) & (excess.points["time"] > 0)
    return replace(excess, points=excess.points.assign(kept=kept)).at(kept=True)


def error_of_batch(tables: Tables) -> Quantity:
    """Error of many neurons of example 1 after one step in the limit of large d, by n/d, as
    predicted for so many neurons and samples.

    In d dimensions p random neurons reduce the error by a fraction of order p/d of what is not
    learned, so the errors at several d are extrapolated by a line in 1/d.
    """
    found = quantity(tables, "floors", "error", ("alpha", "time", "d")).at(time=1)
    if found.points["d"].nunique() == 1:
        return found
    return found.along("d", lambda d, errors: float(np.polyfit(1 / d, errors, 1)[-1]))


def distance_from_floor(tables: Tables) -> Quantity:
    """The same minus the floor, by n/d."""
    floor = float(tables.theory("floors", time=1)["floor"].iloc[0])
    return error_of_batch(tables).minus(floor)
