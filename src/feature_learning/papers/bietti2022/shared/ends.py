"""Runs that end at a pole or near the equator, over what is predicted for them."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED

_FEW = 4.0  # samples per dimension from which on the rate is compared
SPLIT = 0.4  # an end below this is close to the equator
_STILL = 0.01  # of the gradient at the start of a search
_OFTEN = 0.1  # of all runs


def from_equator(tables: Tables) -> pd.DataFrame:
    """Return the flows from the equator with whether they end away from the poles, ``bad``."""
    runs = tables.runs("equator")
    return runs.assign(bad=runs["overlap"] <= RECOVERED)


def criticals(tables: Tables) -> pd.DataFrame:
    """Return the ends of searches for critical points, with flags.

    An end is ``critical`` if its gradient is below 1 % of the mean one at the sample's starts. A
    critical end lies ``between`` equator and pole, ``near`` the equator, or at a pole. One near the
    equator is a ``saddle`` if it has curvatures of both signs.
    """
    runs = tables.runs("criticals")
    unit = runs.groupby(["s", "d", "n", "seed"])["first_gradient"].transform("mean")
    critical = runs["gradient"] < _STILL * unit
    near = critical & (runs["overlap"] <= SPLIT)
    return runs.assign(
        search=True,
        critical=critical,
        between=critical & (runs["overlap"] > SPLIT) & (runs["overlap"] <= RECOVERED),
        near=near,
        saddle=near & (runs["falling"] > 0) & (runs["falling"] < runs["d"] - 1),
    )


def at_poles(tables: Tables) -> pd.DataFrame:
    """Return the flows with whether they end at a ``pole``, their ``distance`` from it, and the
    ratios of distance and risk to those predicted.
    """
    runs = tables.runs("poles").merge(tables.theory("poles"), on="s")
    runs = _over_theory(runs)
    risk = 2 * runs["square_slope"] * runs["predicted"]
    return runs.assign(risk_ratio=runs["refit"] / risk)


def recovered(tables: Tables) -> pd.DataFrame:
    """Return the runs of the learning curves for s = 1 and 2 in the same form, where there are
    enough samples and one in ten of the runs recovers, at least.
    """
    runs = tables.runs("learning_curves").query("s < 3")
    runs = _over_theory(runs[runs["n"] >= _FEW * (runs["d"] - 1)])
    return runs[runs.groupby(["s", "d", "n"])["pole"].transform("mean") >= _OFTEN]


def _over_theory(runs: pd.DataFrame) -> pd.DataFrame:
    pole, distance = runs["overlap"] > RECOVERED, 1 - runs["overlap"]
    predicted = (runs["constant"] * (runs["d"] - 1) / runs["n"]).where(pole, 1.0)
    ratio = distance / predicted
    return runs.assign(pole=pole, distance=distance, predicted=predicted, distance_ratio=ratio)
