"""Runs with control variates, half points and their exponents, for quantities and figures."""

import math
from itertools import pairwise

import numpy as np
import pandas as pd

from feature_learning.core.setting import Scalar
from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.thresholds import log_odds
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined

_KEYS = ["d", "gamma", "target"]


def controlled_runs(tables: Tables, experiment: str, **where: Scalar) -> pd.DataFrame:
    """Return the runs of an experiment of kernel ridge regression with their control variate."""
    return controlled(tables.runs(experiment, **where), tables.theory(experiment, **where))


def controlled(runs: pd.DataFrame, theory: pd.DataFrame) -> pd.DataFrame:
    """Return runs of ``kernel_ridge`` without the fluctuation of ``risk`` and ``learned`` with the
    projections, given its theory for the same targets.

    From each run the equivalent of its own sample is subtracted, and the average of the equivalent
    over samples added. The mean over seeds stays what it was up to the error of that average, and
    the seeds differ by a tenth as much.

    References
    ----------
    Derived here: a control variate, the equivalent given the projections (`theory.spiked_sample`).
    """
    average = theory.set_index(_KEYS)[["risk", "learned"]]
    means = average.loc[pd.MultiIndex.from_frame(runs[_KEYS])].reset_index(drop=True)
    runs = runs.reset_index(drop=True)
    for column in ("risk", "learned"):
        runs[column] = runs[column] - runs[f"{column}_equivalent"] + means[column]
    return runs


def with_theta(runs: pd.DataFrame) -> pd.DataFrame:
    """Return runs with the strength of their spike, ``d^gamma``, in the column ``theta``."""
    return runs.assign(theta=runs["d"].astype(float) ** runs["gamma"])


def half_point(of: Quantity) -> Quantity:
    """Return the theta at which a rising fraction is 1/2; its logit is interpolated."""
    return of.predicted_by(None).transformed(log_odds).crossing("theta", 0.0, "linear")


def predicted_exponents(frame: pd.DataFrame, value: str = "half") -> pd.DataFrame:
    """Return exponents of one target's predicted half points between neighbouring d, at geometric
    means; rows without a half point are left out.
    """
    rows = frame.dropna(subset=value).sort_values("d")
    d, halves = (np.log(rows[column].to_numpy(dtype=float)) for column in ("d", value))
    exponents = np.diff(halves) / np.diff(d)
    return pd.DataFrame({"d": np.exp((d[1:] + d[:-1]) / 2), "exponent": exponents})


def local_exponents(of: Quantity) -> Quantity:
    """Return exponents between neighbouring d, by degree and their geometric mean, without a
    prediction.
    """
    parts, at = [], []
    for degree, sizes in of.points.groupby("degree")["d"]:
        for pair in pairwise(sorted(sizes)):
            parts.append(of.predicted_by(None).at(degree=degree, d=list(pair)).exponent("d"))
            at.append((degree, math.sqrt(pair[0] * pair[1])))
    return joined(parts, degree=[degree for degree, _ in at], d=[d for _, d in at])
