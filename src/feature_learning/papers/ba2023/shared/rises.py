"""Runs with control variates, and the predicted exponents of half points."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.finite_n import REACH, controlled
from feature_learning.papers.ba2023.shared.half_points import predicted_exponents
from feature_learning.papers.ba2023.shared.model import DEGREES


def controlled_runs(tables: Tables, experiment: str, **where: str | int) -> pd.DataFrame:
    """Return the runs of an experiment of kernel ridge regression with their control variate."""
    return controlled(tables.runs(experiment, **where), tables.theory(experiment, **where))


def with_theta(runs: pd.DataFrame) -> pd.DataFrame:
    """Return runs with the strength of their spike, ``d^gamma``, in the column ``theta``."""
    return runs.assign(theta=runs["d"].astype(float) ** runs["gamma"])


def kernel_exponents(tables: Tables) -> pd.DataFrame:
    """Return the kernel's predicted local exponents, columns ``d``, ``exponent``, ``degree`` and
    ``finite``: those at finite n as far as these are computed, and beyond those for n to infinity.
    """
    parts = []
    for name, degree in DEGREES.items():
        frame = tables.theory("kernel_half", target=name)
        parts.append(predicted_exponents(frame).assign(degree=degree, finite=True))
        far = predicted_exponents(frame[frame["d"] > REACH], "half_wide")
        parts.append(far.assign(degree=degree, finite=False))
    return pd.concat(parts, ignore_index=True)
