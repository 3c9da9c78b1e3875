"""Test for the second step of the staircase: the risk falls less on the step than on the way down to it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from feature_learning.core.errors import UserError

POINTS = (0.5, 0.55, 0.6)  # gamma; the step reaches from 1/2 to 2/3


def falls(frame: pd.DataFrame, name: str, keys: Sequence[str]) -> pd.DataFrame:
    """Return how far the risk of one target falls just before the step and on it, over equal ranges of gamma.

    On a staircase the risk does not fall on the step. A smooth curve may pass through the middle of the step at the
    right height, so the test uses slopes.

    Parameters
    ----------
    frame
        Rows with ``target``, ``gamma`` and ``risk``.
    name
        The target.
    keys
        The columns that distinguish curves: ``d``, ``seed``.

    Returns
    -------
    falls
        One row per curve, with the keys, ``edge`` (gamma from 0.5 to 0.55), ``step`` (from 0.55 to 0.6) and their ``ratio``.

    Raises
    ------
    UserError
        There are no rows at one of these gammas.
    """
    own = frame[frame["target"] == name]
    absent = set(POINTS) - set(own["gamma"])
    if absent:
        raise UserError(f"the second step is judged at gamma = {POINTS}, but there are no rows of {name} at {sorted(absent)}")
    first, second, third = (own[own["gamma"] == gamma].set_index(list(keys))["risk"] for gamma in POINTS)
    found = pd.DataFrame({"edge": first - second, "step": second - third})
    return found.assign(ratio=found["step"] / found["edge"]).reset_index()
