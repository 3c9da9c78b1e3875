"""Whether the second step of the staircase shows: the risk falls less on it than on the way down to it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from feature_learning.core.errors import UserError

POINTS = (0.5, 0.55, 0.6)  # gamma; the step reaches from 1/2 to 2/3


def falls(frame: pd.DataFrame, name: str, keys: Sequence[str]) -> pd.DataFrame:
    """Return, for one target, how far the risk falls behind the edge of the step and how far on it, over equal stretches of gamma.

    On a staircase the second is none of the first. A smooth curve may pass through the middle of a step at the right height; by its
    slope it is told apart.

    Parameters
    ----------
    frame
        Rows with ``target``, ``gamma`` and ``risk``.
    name
        The target.
    keys
        What tells curves apart: ``d``, ``seed``.

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
