"""Runs with control variates, and their half points."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.finite_n import REACH, controlled
from feature_learning.papers.ba2023.shared.half_points import Rise, predicted_exponents
from feature_learning.papers.ba2023.shared.model import DEGREES


def kernel_runs(tables: Tables, **where: str | int) -> pd.DataFrame:
    """Return the runs of ``kernel_ridge`` with their control variate, those selected."""
    return controlled_runs(tables, "kernel_ridge", **where)


def controlled_runs(tables: Tables, experiment: str, **where: str | int) -> pd.DataFrame:
    """Return the runs of an experiment of kernel ridge regression with their control variate."""
    return controlled(tables.runs(experiment, **where), tables.theory(experiment, **where))


def kernel_rise(tables: Tables, target: str) -> Rise:
    """Return the kernel's learned fraction of a pure target."""
    return Rise.of(kernel_runs(tables, target=target), "learned")


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
