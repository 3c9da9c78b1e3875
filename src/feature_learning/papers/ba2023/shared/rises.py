"""What claims and figures read off the runs: control variates and half points."""

from __future__ import annotations

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.shared.finite_n import REACH, controlled
from feature_learning.papers.ba2023.shared.half_points import Rise, predicted_exponents
from feature_learning.papers.ba2023.shared.model import DEGREES

_HUGE = 1e4  # below it the risk on the second step is under its limit


def kernel_runs(tables: Tables, **where: str | int) -> pd.DataFrame:
    """Return the runs of ``kernel_ridge`` with their control variate, those selected."""
    return controlled(tables.runs("kernel_ridge", **where), tables.theory("kernel_ridge", **where))


def kernel_rise(tables: Tables, target: str, low: float = 0, high: float = float("inf")) -> Rise:
    """Return the kernel's learned fraction of a pure target, for d from `low` to `high`."""
    return Rise.of(_between(kernel_runs(tables, target=target), low, high), "learned")


def alignment_rise(tables: Tables, link: str, low: float = 0, high: float = float("inf")) -> Rise:
    """Return the alignment of the neurons after one step, for d from `low` to `high`."""
    return Rise.of(_between(tables.runs("alignment", link=link), low, high), "alignment")


def kernel_exponents(tables: Tables) -> pd.DataFrame:
    """Return the kernel's predicted local exponents, columns ``d``, ``exponent`` and ``degree``.

    They are those at finite n as far as these are computed, and beyond those for n to infinity.
    """
    parts = []
    for name, degree in DEGREES.items():
        frame = tables.theory("kernel_half", target=name)
        parts.append(predicted_exponents(frame).assign(degree=degree))
        parts.append(predicted_exponents(frame[frame["d"] > REACH], "half_wide").assign(degree=degree))
    return pd.concat(parts, ignore_index=True)


def distances(tables: Tables) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return how far the risk is from its limit in the middle of a step: simulated, and predicted.

    Both have the columns ``d``, ``distance`` and ``case``: ``he1-he4`` at gamma = 0.55 with the
    declared ridge, the prediction at finite n, and ``mix`` at 0.25 and 0.58 with ridge log d, for n
    to infinity, where the limit is approached.
    """
    plateau = tables.theory("plateau")
    gamma, limit = float(plateau["gamma"].iloc[0]), float(plateau["limit"].iloc[0])
    runs = kernel_runs(tables, target="he1-he4")
    runs = runs[runs["gamma"] == gamma]
    far = tables.theory("staircase", target="mix")
    far = far[far["gamma"].isin((0.25, 0.58)) & (far["d"] >= _HUGE)]
    predicted = [
        pd.DataFrame({"d": plateau["d"], "distance": plateau["risk"] - plateau["limit"], "case": "he1-he4"}),
        pd.DataFrame(
            {
                "d": far["d"],
                "distance": far["risk"] - far["limit"],
                "case": [f"mix, {at:g}" for at in far["gamma"]],
            }
        ),
    ]
    return runs.assign(distance=runs["risk"] - limit, case="he1-he4"), pd.concat(predicted, ignore_index=True)


def _between(runs: pd.DataFrame, low: float, high: float) -> pd.DataFrame:
    return runs[(runs["d"] >= low) & (runs["d"] <= high)]
