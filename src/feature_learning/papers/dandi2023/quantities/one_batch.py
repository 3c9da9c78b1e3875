"""Errors of steps and fits on one batch, and those of the authors' picture."""

import math
from dataclasses import replace
from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.published import published_curves
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, quantity

_BY = ("target", "time", "log_size")
_COMPARED = (1.0, 1.25, 1.5, 1.75, 2.0)  # log n/log d
_OTHERS = {  # differences from the picture, relative ones for fresh batches
    "whole batch": {
        ("quartic", 1, 1.0): -0.09,
        ("quartic", 1, 1.25): -0.07,
        ("notebook-2", 1, 1.25): -0.14,
    },
    "half the width": {("quartic", 0, size): 0.08 for size in _COMPARED},
    "fresh batches": {("notebook-2", 6, 1.25): -0.42},
}


def one_batch_error(tables: Tables) -> Quantity:
    """Error after steps and fits on one batch, by target, time and log n/log d."""
    return quantity(tables, "stairway", "error", _BY)


def picture_error(tables: Tables) -> Quantity:
    """The same where it is compared with the picture, which is its prediction."""
    runs, picture = tables.runs("stairway"), _picture(tables)
    compared = runs[runs["log_size"].isin(_COMPARED)].merge(picture[list(_BY)], on=list(_BY))
    return of_runs(compared, "error", _BY, "stairway").predicted_by(exact(picture, "error", _BY))


def distance_from_picture(tables: Tables, *, relative: bool) -> Quantity:
    """Distance of the curves from those of the picture, by time: root mean square over both targets
    and the compared sizes of the difference, or of the relative one of geometric means.
    """
    errors = picture_error(tables)
    if relative:
        errors = errors.averaged("geometric mean").over_prediction()
        errors = errors.transformed(lambda ratio: ratio - 1.0)
    else:
        errors = errors.minus_prediction()
    return _root_mean_square(errors.predicted_by(None))


def distance_of_protocol(
    tables: Tables, protocol: Literal["whole batch", "half the width", "fresh batches"]
) -> Quantity:
    """The same of another protocol, at the points where it is known; NaN where it is at none."""
    gaps = other_protocol(tables, protocol).table()
    squares = (gaps["estimate"] ** 2).groupby(gaps["time"]).mean()
    return exact(np.sqrt(squares).reset_index(), "estimate", ["time"])


def other_protocol(
    tables: Tables, protocol: Literal["whole batch", "half the width", "fresh batches"]
) -> Quantity:
    """Difference of another protocol's error from the picture, relative for fresh batches, by
    target, time and log n/log d; NaN where it is not known.
    """
    cells = _picture(tables)[list(_BY)]
    known = [_OTHERS[protocol].get(tuple(cell), math.nan) for cell in cells.itertuples(index=False)]
    return exact(cells.assign(gap=known), "gap", _BY)


def spread_of_later_steps(tables: Tables) -> Quantity:
    """Largest error after two to six steps over the smallest, by target and log n/log d."""
    later = one_batch_error(tables).at(time=[2, 3, 4, 5, 6])
    return later.along("time", lambda _, errors: float(errors.max() / errors.min())).per_seed()


def best_log_size(tables: Tables) -> Quantity:
    """The log n/log d at which the geometric mean of the error is smallest, by target and time: the
    vertex of a parabola through the logarithms of three sizes.
    """
    return one_batch_error(tables).averaged("geometric mean").along("log_size", _vertex)


def _vertex(x: np.ndarray, y: np.ndarray) -> float:
    """Return the vertex of the parabola through the least value and its neighbours, in logarithms
    of y; the end where the least value is at an end.
    """
    least = int(np.argmin(y))
    if least in (0, len(y) - 1):
        return float(x[least])
    curve = np.polyfit(x[least - 1 : least + 2], np.log(y[least - 1 : least + 2]), 2)
    return float(-curve[1] / (2 * curve[0]))


def _root_mean_square(found: Quantity) -> Quantity:
    """Return the root mean square over all points of one time."""
    cells = found.points.groupby("time").cumcount()
    points = found.points[["time"]].assign(cell=cells)
    spread = replace(found, points=points, pool=None)
    return spread.along("cell", lambda _, gaps: float(np.sqrt((gaps**2).mean())))


def _picture(tables: Tables) -> pd.DataFrame:
    targets = tables.values("stairway", "target")
    return pd.concat([published_curves(target).assign(target=target) for target in targets])
